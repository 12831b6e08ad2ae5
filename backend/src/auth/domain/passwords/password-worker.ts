import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { hashSync } from '@node-rs/bcrypt'
import { verifyPassword } from './verify-password.ts'

/** What a thread is asked: to hash a password, or to compare it with a hash. */
export type PasswordJob = { password: string; cost: number } | { password: string; stored: string }

/** About a third of the share of a thread that answers; more would make sign-ins wait for seconds on a busy machine. */
const NICENESS = 5

lowerPriority()

parentPort?.on('message', (job: PasswordJob) => {
  parentPort?.postMessage(
    'stored' in job
      ? verifyPassword(job.password, job.stored)
      : hashSync(job.password, { cost: job.cost, version: '2a' }),
  )
})

/** On Linux 0 means this thread alone. Elsewhere it would be the whole process, which must not yield. */
function lowerPriority(): void {
  if (process.platform === 'linux') setPriority(0, NICENESS)
}
