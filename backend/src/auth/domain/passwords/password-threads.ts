import { availableParallelism } from 'node:os'
import type { Worker } from 'node:worker_threads'
import { startThread } from '../../../threads/start-thread.ts'
import { errors } from '../../errors.ts'
import type { PasswordJob } from './password-worker.ts'

/**
 * Worker threads that hash passwords at low priority, so that many sign-ins do not slow down other requests. Node's own
 * pool has four threads, which token signatures need as well.
 */
const THREADS = Math.max(1, availableParallelism())
/** With more, jobs would wait longer than a request may take. */
const LONGEST_QUEUE = 150 * THREADS
/** The time that a full queue takes. */
const QUEUE_SECONDS = 10

interface Waiting {
  job: PasswordJob
  resolve: (result: unknown) => void
  reject: (error: Error) => void
}

const idle: Worker[] = []
const waiting: Waiting[] = []
let started = 0

/** Runs a job on the next free thread. Throws 429 when too many jobs are waiting. */
export function runPasswordJob(job: PasswordJob): Promise<unknown> {
  if (waiting.length >= LONGEST_QUEUE) return Promise.reject(errors.overRequestRate(QUEUE_SECONDS))
  return new Promise((resolve, reject) => {
    waiting.push({ job, resolve, reject })
    serveNext()
  })
}

function serveNext(): void {
  if (waiting.length === 0) return
  const worker = idle.pop() ?? startWorker()
  const next = worker && waiting.shift()
  if (!worker || !next) return
  // An idle thread must not keep the process alive; a busy one must.
  worker.ref()
  const onMessage = (result: unknown) => {
    worker.off('error', onError)
    worker.unref()
    idle.push(worker)
    next.resolve(result)
    serveNext()
  }
  const onError = (error: Error) => {
    worker.off('message', onMessage)
    started -= 1
    next.reject(error)
    serveNext()
  }
  worker.once('message', onMessage)
  worker.once('error', onError)
  worker.postMessage(next.job)
}

function startWorker(): Worker | undefined {
  if (started >= THREADS) return undefined
  started += 1
  return startThread(new URL('./password-worker.ts', import.meta.url))
}
