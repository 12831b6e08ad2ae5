import type { ChildProcess } from 'node:child_process'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describeOutput } from './failure.ts'
import { launch, type ProcessOwner } from './launch.ts'

const READY_LINE = 'database system is ready to accept connections'
/** Recovery after a crash may take long, and the server logs nothing in the meantime. */
const READY_TIMEOUT_MS = 120_000
const STOP_TIMEOUT_MS = 8_000
/** Length of the server's last output that is kept to explain an unexpected end. */
const TAIL_LENGTH = 4000

/** One run of the PostgreSQL server program. */
export interface ServerProcess {
  pid: number
  /** Settles with the server's last output when it has ended. */
  ended: Promise<string>
  stop(): Promise<void>
}

export interface ServerProcessOptions {
  bin: string
  folder: string
  owner: ProcessOwner | undefined
  settings: Record<string, string>
  log: (line: string) => void
}

/** Starts the server and waits until it accepts connections. Throws the reason when it does not. */
export async function startServerProcess(options: ServerProcessOptions): Promise<ServerProcess> {
  const { bin, folder, owner, settings, log } = options
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = launch(join(bin, 'postgres'), ['-D', folder, ...flags], owner, dirname(folder))
  const output = collectOutput(child, log)
  const ended = new Promise<string>((settle) => child.once('close', () => settle(describeOutput(output.tail, folder))))
  await untilReady(child, output.ready, ended)
  return { pid: child.pid ?? 0, ended, stop: () => stop(child, ended) }
}

function collectOutput(child: ChildProcess, log: (line: string) => void) {
  const { promise: ready, resolve } = Promise.withResolvers<'ready'>()
  const output = { tail: '', ready }
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output.tail = (output.tail + text).slice(-TAIL_LENGTH)
    for (const line of text.split('\n')) if (line.trim()) log(line)
    if (output.tail.includes(READY_LINE)) resolve('ready')
  })
  return output
}

async function untilReady(child: ChildProcess, ready: Promise<'ready'>, ended: Promise<string>): Promise<void> {
  const timer = new AbortController()
  const failed = new Promise<never>((_, reject) => child.once('error', reject))
  const early = ended.then((reason) => Promise.reject(new Error(`PostgreSQL cannot start: ${reason}.`)))
  const late = sleep(READY_TIMEOUT_MS, undefined, { signal: timer.signal }).then(() => {
    child.kill('SIGQUIT')
    throw new Error(`PostgreSQL was not ready after ${READY_TIMEOUT_MS / 1000} seconds.`)
  })
  for (const outcome of [early, late]) outcome.catch(() => {}) // The race handles only the first rejection.
  await Promise.race([ready, failed, early, late]).finally(() => timer.abort())
}

async function stop(child: ChildProcess, ended: Promise<string>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGINT') // SIGINT is a fast shutdown: it ends sessions and writes a checkpoint.
  const late = await Promise.race([ended.then(() => 'ended'), sleep(STOP_TIMEOUT_MS, 'late', { ref: false })])
  if (late === 'late') child.kill('SIGQUIT')
  await ended
}
