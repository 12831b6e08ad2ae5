import type { Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from './config.ts'
import type { Backend } from './server.ts'
import { describeFailure } from './start/describe-failure.ts'

/** The time that open requests get to finish at shutdown. */
const DRAIN_TIMEOUT_MS = 2_000
/** The time that open connections get when another process has taken over. */
const RETIRE_TIMEOUT_MS = 30_000
const DRAIN_POLL_MS = 10

/** A server program ready to listen. */
export interface Program {
  config: Config
  server: Server
  /** Absent where the services run elsewhere. */
  backend: Pick<Backend, 'close' | 'lost'> | undefined
  /** Shows the operator the URL and what to do next. */
  welcome: string
  /** Starts the recurring chores. Returns the function that stops them. */
  startChores?: () => () => void
}

/** A program that is running. */
export interface Run extends Program {
  openRequests: () => number
  openConnections: () => number
  stopListening: () => void
  stopChores: () => void
}

/** Starts counting the requests of a program. */
export function createRun(program: Program): Run {
  const nothing = () => undefined
  return { ...program, ...countWork(program.server), stopListening: nothing, stopChores: nothing }
}

/** Prints the reason as one clear sentence, with the stack if LOG_LEVEL=debug, and ends the process with status 1. */
export async function failRun(error: unknown, run?: Run): Promise<void> {
  process.stderr.write(describeFailure(error))
  if (run) await endRun(run, 1)
  process.exit(1)
}

/** Waits up to two seconds for open requests, then ends the process. */
export async function endRun(run: Run, status: number): Promise<void> {
  // Set now, in case the event loop becomes empty before everything is closed.
  process.exitCode = status
  run.stopListening()
  run.stopChores()
  await untilNone(run.openRequests, DRAIN_TIMEOUT_MS)
  run.server.closeAllConnections()
  await run.backend?.close()
  process.exit(status)
}

/**
 * Ends the process without losing a request, while another process accepts new connections. Connections end after the
 * response to their next request, or when they have been idle for five seconds.
 */
export async function retireRun(run: Run): Promise<void> {
  run.stopListening()
  run.stopChores()
  run.server.prependListener('request', (_request, response) => void response.setHeader('connection', 'close'))
  await untilNone(run.openConnections, RETIRE_TIMEOUT_MS)
  await endRun(run, 0)
}

async function untilNone(count: () => number, timeoutMs: number): Promise<void> {
  const late = Date.now() + timeoutMs
  while (count() > 0 && Date.now() < late) await sleep(DRAIN_POLL_MS)
}

/** Counts open requests, and connections without realtime sockets, which stay open for days. */
function countWork(server: Server): Pick<Run, 'openRequests' | 'openConnections'> {
  let open = 0
  const connected = new Set<Duplex>()
  server.on('request', (_request, response) => {
    open += 1
    response.once('close', () => {
      open -= 1
    })
  })
  server.on('connection', (socket) => {
    connected.add(socket)
    socket.once('close', () => connected.delete(socket))
  })
  server.on('upgrade', (_request, socket) => connected.delete(socket))
  return { openRequests: () => open, openConnections: () => connected.size }
}
