import { Worker } from 'node:worker_threads'
import type { HashOrder, HashReport } from './hash-worker.ts'

/** What the thread has not hashed yet of one content; more has to wait. */
const WAITING_BYTES = 4 * 1024 * 1024

/** The hash of one content, computed elsewhere. */
export interface ThreadHash {
  update(chunk: Uint8Array): Promise<void>
  /** In hexadecimal digits. */
  finish(): Promise<string>
  drop(): void
}

interface Job {
  waitingBytes: number
  /** Called when there is room, or the digest, or the thread has ended. */
  settle: { resolve(digest: string): void; reject(error: Error): void } | undefined
}

/** A thread that computes MD5s. */
interface HashThread {
  begin(): ThreadHash
}

let running: HashThread | undefined

/** The one thread of this process; it starts when it is needed first, and again when it has failed. */
export function findHashThread(): HashThread {
  running ??= startThread()
  return running
}

function startThread(): HashThread {
  const worker = new Worker(new URL('./hash-worker.ts', import.meta.url))
  // Nothing stays up for the thread alone.
  worker.unref()
  const jobs = new Map<number, Job>()
  let lastId = 0
  worker.on('message', ({ id, bytes, digest }: HashReport) => {
    const job = jobs.get(id)
    if (!job) return
    job.waitingBytes -= bytes
    if (digest === undefined && job.waitingBytes > WAITING_BYTES) return
    job.settle?.resolve(digest ?? '')
    job.settle = undefined
  })
  let failure: Error | undefined
  worker.once('error', (error) => {
    running = undefined
    failure = error
    for (const job of jobs.values()) job.settle?.reject(error)
  })
  const end = (id: number) => worker.postMessage({ id, isEnd: true } satisfies HashOrder)
  const waitFor = (job: Job) =>
    new Promise<string>((resolve, reject) => {
      if (failure) reject(failure)
      job.settle = { resolve, reject }
    })
  return {
    begin() {
      lastId += 1
      const id = lastId
      const job: Job = { waitingBytes: 0, settle: undefined }
      jobs.set(id, job)
      return {
        async update(chunk) {
          job.waitingBytes += chunk.byteLength
          // A copy of the chunk alone: with the chunk would go all of the buffer that it is a part of.
          const copy = new Uint8Array(chunk)
          worker.postMessage({ id, chunk: copy } satisfies HashOrder, [copy.buffer])
          if (job.waitingBytes > WAITING_BYTES) await waitFor(job)
        },
        async finish() {
          const digest = waitForDigest(job, waitFor)
          end(id)
          return digest.finally(() => jobs.delete(id))
        },
        drop() {
          jobs.delete(id)
          end(id)
        },
      }
    },
  }
}

/** Room is told of on the way to the digest, which is never empty. */
async function waitForDigest(job: Job, waitFor: (job: Job) => Promise<string>): Promise<string> {
  for (;;) {
    const digest = await waitFor(job)
    if (digest !== '') return digest
  }
}
