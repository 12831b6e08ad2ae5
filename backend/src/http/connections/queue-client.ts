/** A client that has spent more time than this in slow jobs counts as slow. */
export const SLOW_ALLOWANCE_MS = 500
/**
 * The slow time that expires per unit of time: 100 ms each second. A client is no longer slow after at most half a
 * minute.
 */
const SLOW_DECAY_RATE = 0.1
const MAX_SLOW_MS = SLOW_ALLOWANCE_MS + 3000
/** The weight of the last job in the average duration of a client's jobs. Higher than for all jobs: a client has fewer. */
const CLIENT_AVERAGE_WEIGHT = 0.3

/** A job that waits for its turn. */
export interface Waiter {
  resolve(end: () => void): void
  reject(error: Error): void
}

/** A client of a queue: its jobs, and the time they have used. All times are in milliseconds of one clock. */
export interface Client {
  isTrusted: boolean
  /** Start times of the running jobs. */
  running: Set<{ startedAt: number }>
  waiting: Set<Waiter>
  /** The time that the jobs have used; at least that of the client served last when this one began to wait. */
  usedMs: number
  /** Undefined before the first job has ended. */
  averageMs: number | undefined
  /** The time spent in slow jobs as of `slowAt`. */
  slowMs: number
  slowAt: number
}

/** Creates a client that has used no time. */
export function createClient(time: number, isTrusted: boolean): Client {
  return { isTrusted, running: new Set(), waiting: new Set(), usedMs: 0, averageMs: undefined, slowMs: 0, slowAt: time }
}

/** Removes the idle client that was inactive the longest. The map is in the order of the last activity. */
export function evictOldest(clients: Map<string, Client>): void {
  for (const [key, { running, waiting }] of clients) {
    if (running.size + waiting.size > 0) continue
    clients.delete(key)
    return
  }
}

/** Charges a finished job to its client. */
export function chargeJob(client: Client, job: { startedAt: number }, time: number, slowAfterMs: number): void {
  const durationMs = time - job.startedAt
  client.running.delete(job)
  client.usedMs += durationMs
  client.averageMs =
    client.averageMs === undefined
      ? durationMs
      : client.averageMs + (durationMs - client.averageMs) * CLIENT_AVERAGE_WEIGHT
  client.slowMs = Math.min(MAX_SLOW_MS, decaySlowMs(client, time) + toSlowMs(durationMs, slowAfterMs))
  client.slowAt = time
}

/** Returns the time that a client has used, including that of its running jobs so far. */
export function getUsedMs({ usedMs, running }: Client, time: number): number {
  return [...running].reduce((sum, { startedAt }) => sum + time - startedAt, usedMs)
}

/** Returns the unexpired time that a client has spent in slow jobs, beyond `slowAfterMs` each. */
export function getSlowMs(client: Client, time: number, slowAfterMs: number): number {
  return [...client.running].reduce(
    (sum, { startedAt }) => sum + toSlowMs(time - startedAt, slowAfterMs),
    decaySlowMs(client, time),
  )
}

function decaySlowMs({ slowMs, slowAt }: Client, time: number): number {
  return Math.max(0, slowMs - (time - slowAt) * SLOW_DECAY_RATE)
}

function toSlowMs(durationMs: number, slowAfterMs: number): number {
  return Math.max(0, durationMs - slowAfterMs)
}
