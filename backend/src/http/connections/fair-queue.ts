import {
  type Client,
  chargeJob,
  createClient,
  evictOldest,
  getSlowMs,
  getUsedMs,
  SLOW_ALLOWANCE_MS,
  type Waiter,
} from './queue-client.ts'

/** The client has used up its own share. It should slow down. */
export class ClientBusyError extends Error {
  override readonly name = 'ClientBusyError'
}

/** Too many clients wait. */
export class QueueFullError extends Error {
  override readonly name = 'QueueFullError'
}

export interface FairQueueOptions {
  /** Maximum number of running jobs. */
  size: number
  /** Maximum number of running jobs of one client. */
  clientSize: number
  /** Maximum number of waiting jobs of one client. */
  clientQueue: number
  /** Maximum wait. A job that is expected to wait longer is rejected immediately. */
  maxWaitMs: number
  /** Maximum number of running jobs of all slow clients together. Without it, no client counts as slow. */
  slowSize?: number
  now?: () => number
}

/** Runs the jobs of many clients in turn. Trusted clients have no limits. */
export interface FairQueue {
  /**
   * Waits for the client's turn. Returns the function that ends the job. Throws {@link ClientBusyError} when the client
   * has used up its share, and {@link QueueFullError} when too many others wait.
   */
  enter(client: string, isTrusted?: boolean): Promise<() => void>
  /** Returns true while jobs wait. */
  isCrowded(): boolean
}

/**
 * A job is slow when it takes this many times as long as the quickest recent job. The quickest job shows how fast the
 * machine is at the moment: most statements take a millisecond or two.
 */
const SLOW_FACTOR = 20
/**
 * Bounds of that threshold: a job that takes less than `min` never counts as slow, and one that takes more than `max`
 * always does, even when all recent jobs are slow.
 */
const SLOW_AFTER_MS = { min: 50, max: 400 }
/** The number of recent jobs among which the quickest is chosen. */
const RECENT_JOBS = 32
/** The weight of the last job in the average duration of all jobs. */
const AVERAGE_WEIGHT = 0.1
/** The expected duration of the first jobs. */
const FIRST_AVERAGE_MS = 10
/** Beyond this number, idle clients are removed, the least recently active first. */
const MAX_CLIENTS = 10_000

/**
 * Creates a queue that serves the waiting client that has used the least time so far (start-time fair queueing). The
 * cost of a job is its duration, which is known only afterwards, so running jobs count with their duration so far. Idle
 * time earns a client no credit.
 *
 * A running job cannot be interrupted. Therefore a client whose jobs are slow runs one at a time, and all slow clients
 * together run at most `slowSize` jobs.
 */
export function createFairQueue(options: FairQueueOptions): FairQueue {
  const { size, clientSize, clientQueue, maxWaitMs, slowSize, now = () => performance.now() } = options
  const clients = new Map<string, Client>()
  const crowd = new Set<Client>()
  const busy = new Set<Client>()
  let running = 0
  let servedMs = 0
  let averageMs = FIRST_AVERAGE_MS
  const recentMs: number[] = []
  let slowAfterMs = SLOW_AFTER_MS.min

  const isSlow = (client: Client, time: number) =>
    slowSize !== undefined && !client.isTrusted && getSlowMs(client, time, slowAfterMs) > SLOW_ALLOWANCE_MS
  const isAtLimit = (client: Client, time: number) =>
    !client.isTrusted && client.running.size >= (isSlow(client, time) ? 1 : clientSize)
  const hasRoom = (client: Client, time: number): boolean => {
    if (running >= size || isAtLimit(client, time)) return false
    if (slowSize === undefined || !isSlow(client, time)) return true
    const slow = [...busy].filter((other) => isSlow(other, time))
    return slow.reduce((sum, other) => sum + other.running.size, 0) < slowSize
  }
  const findNext = (time: number): Client | undefined => {
    let best: Client | undefined
    for (const client of running < size ? crowd : []) {
      const isBetter = !best || getUsedMs(client, time) < getUsedMs(best, time)
      if (isBetter && hasRoom(client, time)) best = client
    }
    return best
  }
  const start = (client: Client, time: number): (() => void) => {
    const job = { startedAt: time }
    client.running.add(job)
    busy.add(client)
    running += 1
    servedMs = Math.max(servedMs, client.usedMs)
    return () => {
      if (!client.running.has(job)) return
      running -= 1
      const endedAt = now()
      recordDuration(endedAt - job.startedAt)
      chargeJob(client, job, endedAt, slowAfterMs)
      if (client.running.size === 0) busy.delete(client)
      serve()
    }
  }
  const recordDuration = (ms: number) => {
    averageMs += (ms - averageMs) * AVERAGE_WEIGHT
    recentMs.push(ms)
    if (recentMs.length > RECENT_JOBS) recentMs.shift()
    slowAfterMs = Math.min(Math.max(Math.min(...recentMs) * SLOW_FACTOR, SLOW_AFTER_MS.min), SLOW_AFTER_MS.max)
  }
  /** Starts the jobs whose turn it is. */
  const serve = () => {
    const time = now()
    for (let next = findNext(time); next; next = findNext(time)) {
      const [waiter] = next.waiting
      if (!waiter) return
      leave(next, waiter)
      waiter.resolve(start(next, time))
    }
  }
  const leave = (client: Client, waiter: Waiter) => {
    client.waiting.delete(waiter)
    if (client.waiting.size === 0) crowd.delete(client)
  }
  /** Estimates the wait of one more job. Before it, each other client gets as many turns as this one. */
  const estimateWait = (client: Client, time: number): number => {
    let ms = 0
    for (const other of crowd) {
      const turns = Math.min(other.waiting.size, client.waiting.size + 1)
      if (other !== client && !isSlow(other, time)) ms += turns * (other.averageMs ?? averageMs)
    }
    return ms / size
  }
  const wait = (client: Client, time: number): Promise<() => void> => {
    const { promise, resolve, reject } = Promise.withResolvers<() => void>()
    if (!client.isTrusted && client.waiting.size >= clientQueue)
      throw new ClientBusyError('The queue of this client is full.')
    if (estimateWait(client, time) > maxWaitMs) throw new QueueFullError('The queue is full.')
    const waiter = { resolve, reject }
    const timer = setTimeout(() => {
      const isOwnFault = running < size || client.running.size >= clientSize
      leave(client, waiter)
      reject(
        isOwnFault
          ? new ClientBusyError('The client has too many jobs.')
          : new QueueFullError('The wait was too long.'),
      )
    }, maxWaitMs)
    client.waiting.add(waiter)
    crowd.add(client)
    return promise.finally(() => clearTimeout(timer))
  }
  const getClient = (key: string, time: number, isTrusted: boolean): Client => {
    const client = clients.get(key) ?? createClient(time, isTrusted)
    clients.delete(key)
    clients.set(key, client)
    if (client.running.size + client.waiting.size === 0) client.usedMs = Math.max(client.usedMs, servedMs)
    if (clients.size > MAX_CLIENTS) evictOldest(clients)
    return client
  }

  return {
    enter: async (key, isTrusted = false) => {
      const time = now()
      const client = getClient(key, time, isTrusted)
      if (client.waiting.size === 0 && hasRoom(client, time)) return start(client, time)
      return wait(client, time)
    },
    isCrowded: () => crowd.size > 0,
  }
}
