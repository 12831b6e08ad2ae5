import type { Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { inspect } from 'node:util'
import type { Config } from './config.ts'
import { listen } from './http/listen.ts'
import { releaseMemoryWhenIdle } from './release-memory.ts'
import type { Backend } from './server.ts'
import { handleUnhandledErrors } from './unhandled-errors.ts'

/** The time that open requests get to finish at shutdown. */
const DRAIN_TIMEOUT_MS = 2_000
const DRAIN_POLL_MS = 10

/** A server program ready to listen. */
export interface Program {
  config: Config
  server: Server
  /** Absent where the services run elsewhere. */
  backend: Pick<Backend, 'close' | 'lost'> | undefined
  /** Returns the line that shows the operator the URL. */
  readyLine: () => string
}

/** A program that is running. */
interface Run extends Program {
  openRequests: () => number
  stopListening: () => void
}

/**
 * Runs a server program from start to end: listens, shuts down on SIGINT and SIGTERM, and exits with status 1 and one
 * clear sentence on stderr when it cannot start or continue. LOG_LEVEL=debug adds the stack.
 */
export async function runServer(start: () => Promise<Program>): Promise<void> {
  try {
    const program = await start()
    const run: Run = { ...program, openRequests: countRequests(program.server), stopListening: () => undefined }
    // No signal handlers before this point: a signal during start-up ends the process at once, which the database
    // survives.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void end(run, 0))
    void program.backend?.lost.then((error) => fail(error, run))
    handleUnhandledErrors((error) => void fail(error, run))
    try {
      run.stopListening = await listen(program.server, program.config)
      process.stdout.write(`${program.readyLine()}\n`)
      releaseMemoryWhenIdle()
    } catch (error) {
      await fail(describeListenError(error, program.config), run)
    }
  } catch (error) {
    await fail(error)
  }
}

function describeListenError(cause: unknown, { host, port }: Config): unknown {
  if (!(cause instanceof Error)) return cause
  const code = 'code' in cause ? cause.code : undefined
  const sentences: Record<string, string> = {
    EADDRINUSE: `Port ${port} is already in use by another program. Stop it, or set PORT to another one.`,
    EACCES: `This user may not open port ${port}. Set PORT to 1024 or more.`,
    EADDRNOTAVAIL: `This machine has no address ${host}. Set HOST to one that it has.`,
    ENOTFOUND: `HOST ${host} is not an address of this machine.`,
  }
  return new Error(sentences[String(code)] ?? `Cannot listen on ${host}, port ${port}: ${cause.message}.`, { cause })
}

async function fail(error: unknown, run?: Run): Promise<void> {
  process.stderr.write(`${describeFailure(error)}\n`)
  if (process.env.LOG_LEVEL === 'debug') process.stderr.write(`${inspect(error)}\n`)
  if (run) await end(run, 1)
  process.exit(1)
}

/**
 * Returns the message of an error, with that of its cause where it adds the reason. Programming errors are named as
 * defects, because operators cannot fix them.
 */
function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const isDefect = [TypeError, ReferenceError, SyntaxError, RangeError].some((kind) => error instanceof kind)
  if (isDefect) return `Hereabouts has a defect: ${error.message} (LOG_LEVEL=debug shows where).`
  const reason = error.cause instanceof Error && error.message.endsWith('failed.') ? ` ${error.cause.message}` : ''
  return `${error.message}${reason}`
}

async function end({ server, backend, openRequests, stopListening }: Run, status: number): Promise<void> {
  // Holds even if the event loop becomes empty before everything is closed.
  process.exitCode = status
  stopListening()
  const late = Date.now() + DRAIN_TIMEOUT_MS
  while (openRequests() > 0 && Date.now() < late) await sleep(DRAIN_POLL_MS)
  server.closeAllConnections()
  await backend?.close()
  process.exit(status)
}

/** Counts open requests. Connections are not a measure, because realtime sockets stay open for days. */
function countRequests(server: Server): () => number {
  let open = 0
  server.on('request', (_request, response) => {
    open += 1
    response.once('close', () => {
      open -= 1
    })
  })
  return () => open
}
