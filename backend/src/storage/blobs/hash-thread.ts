import { Worker } from 'node:worker_threads'
import type { HashOrder, HashReport } from './hash-worker.ts'

/** The limit of bytes that wait for the thread, per content. */
const WAITING_BYTES = 4 * 1024 * 1024

/** The hash of one content, computed in the thread. */
export interface ThreadHash {
  /** Resolves when there is room for more. */
  update(chunk: Uint8Array): Promise<void>
  /** The same for a range of an open file, which the thread reads itself. */
  updateFromFile(file: number, position: number, bytes: number): Promise<void>
  /** Returns hexadecimal digits. Throws when the thread failed. */
  finish(): Promise<string>
  /** Discards the hash. Resolves when its file may be closed. */
  drop(): Promise<void>
}

interface Job {
  waitingBytes: number
  failure: Error | undefined
  /** Called when there is room, with the digest, or when the thread has ended. */
  settle: { resolve(digest: string): void; reject(error: Error): void } | undefined
}

/** A thread that computes MD5 digests. */
interface HashThread {
  begin(): ThreadHash
}

let running: HashThread | undefined

/** Returns the one thread of this process; starts it on first use and after a failure. */
export function findHashThread(): HashThread {
  running ??= startThread()
  return running
}

function startThread(): HashThread {
  const worker = new Worker(new URL('./hash-worker.ts', import.meta.url))
  // The thread alone must not keep the process alive.
  worker.unref()
  const jobs = new Map<number, Job>()
  let lastId = 0
  worker.on('message', ({ id, bytes, digest, failure: reason }: HashReport) => {
    const job = jobs.get(id)
    if (!job) return
    job.waitingBytes -= bytes
    job.failure ??= reason
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
  const order = (message: HashOrder, transferred: ArrayBuffer[] = []) => worker.postMessage(message, transferred)
  const waitFor = (job: Job) =>
    new Promise<string>((resolve, reject) => {
      if (failure) reject(failure)
      job.settle = { resolve, reject }
    })
  const waitForRoom = async (job: Job) => {
    if (job.waitingBytes > WAITING_BYTES) await waitFor(job)
  }
  return {
    begin() {
      lastId += 1
      const id = lastId
      const job: Job = { waitingBytes: 0, failure: undefined, settle: undefined }
      jobs.set(id, job)
      const end = async (): Promise<string> => {
        const digest = waitForDigest(job, waitFor)
        order({ id, isEnd: true })
        return digest.finally(() => jobs.delete(id))
      }
      return {
        async update(chunk) {
          job.waitingBytes += chunk.byteLength
          // Copies the chunk, because transferring it would transfer its whole buffer.
          const copy = new Uint8Array(chunk)
          order({ id, chunk: copy }, [copy.buffer])
          await waitForRoom(job)
        },
        async updateFromFile(file, position, bytes) {
          job.waitingBytes += bytes
          order({ id, file, position, bytes })
          await waitForRoom(job)
        },
        async finish() {
          const digest = await end()
          if (job.failure) throw job.failure
          return digest
        },
        // A thread that has ended reads nothing.
        drop: () => end().then(ignore, ignore),
      }
    },
  }
}

const ignore = () => {}

/** An empty text reports room before the digest, which is never empty. */
async function waitForDigest(job: Job, waitFor: (job: Job) => Promise<string>): Promise<string> {
  for (;;) {
    const digest = await waitFor(job)
    if (digest !== '') return digest
  }
}
