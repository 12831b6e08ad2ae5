import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { hashSync } from '@node-rs/bcrypt'
import { verifyPassword } from './verify-password.ts'

/** A job for a worker thread: hash a password, or compare it with a hash. */
export type PasswordJob = { password: string; cost: number } | { password: string; stored: string }

/** About a third of the CPU share of the main thread. With more, sign-ins would take seconds on a busy machine. */
const NICENESS = 5

lowerPriority()

parentPort?.on('message', (job: PasswordJob) => {
  parentPort?.postMessage(
    'stored' in job
      ? verifyPassword(job.password, job.stored)
      : hashSync(job.password, { cost: job.cost, version: '2a' }),
  )
})

/** On Linux, 0 means this thread only. Elsewhere it would mean the whole process, which must keep its priority. */
function lowerPriority(): void {
  if (process.platform === 'linux') setPriority(0, NICENESS)
}
