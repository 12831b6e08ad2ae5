import { fork } from 'node:child_process'
import type { FromProcess, Ready, ToProcess } from './messages.ts'

/** The first descriptor after the standard streams and the channel to the primary. */
const FIRST_INHERITED = 4
/** The argument that marks a web process, followed by its number. Operators see it in `ps`. */
export const PROCESS_FLAG = '--process'

/** A web process, as its primary sees it. */
export interface WebProcess {
  /** From 1. A replacement has the number of its predecessor. */
  number: number
  pid: number | undefined
  /** Settles when the process can serve requests; with undefined when it ended before. */
  ready: Promise<Ready | undefined>
  /** Settles when the process accepts connections, or ends before it does. */
  listening: Promise<void>
  /** Settles with the exit code or signal. */
  ended: Promise<string>
  /** Does nothing after the process has ended. */
  send(message: ToProcess): void
  kill(): void
}

/**
 * Starts a program as a web process that inherits sockets. They have the descriptors of {@link listInherited} there.
 */
export function launchProcess(program: string, number: number, sockets: readonly number[]): WebProcess {
  const child = fork(program, [PROCESS_FLAG, String(number)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc', ...sockets],
  })
  const ended = new Promise<string>((settle) => {
    child.once('error', (error) => settle(error.message))
    child.once('exit', (code, signal) => settle(signal ?? `exit code ${code}`))
  })
  const ready = Promise.withResolvers<Ready | undefined>()
  const listening = Promise.withResolvers<void>()
  child.on('message', (message: FromProcess) => {
    if (message.kind === 'ready') ready.resolve(message)
    else listening.resolve()
  })
  void ended.then(() => {
    ready.resolve(undefined)
    listening.resolve()
  })
  return {
    number,
    pid: child.pid,
    ready: ready.promise,
    listening: listening.promise,
    ended,
    // The callback keeps a failed write from becoming an error event: the process has ended, which is noticed anyway.
    send: (message) => void (child.connected && child.send(message, () => undefined)),
    kill: () => void child.kill('SIGKILL'),
  }
}

/** Returns the descriptors in a web process of the inherited sockets at these positions. */
export function listInherited(positions: readonly number[]): number[] {
  return positions.map((position) => FIRST_INHERITED + position)
}
