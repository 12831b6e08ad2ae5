import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/bcrypt'
import { errors } from '../errors.ts'

const COST = 10
const LONGEST_BYTES = 72
/** Node's thread pool has four threads, which signatures need too: hashing may not take them all. */
const AT_ONCE = Math.max(1, Math.min(availableParallelism(), 3))

let running = 0
const waiting: (() => void)[] = []
let dummyHash: Promise<string> | undefined

/** Refuses what bcrypt would cut. */
export function requireHashable(password: string): void {
  if (Buffer.byteLength(password) > LONGEST_BYTES) {
    throw errors.validation('Password cannot be longer than 72 characters')
  }
}

export async function hashPassword(password: string): Promise<string> {
  requireHashable(password)
  return inTurn(() => hash(password, { cost: COST, version: '2a' }))
}

/** A hash of a password that nobody knows. */
export async function hashRandomPassword(): Promise<string> {
  return hashPassword(randomBytes(32).toString('base64url'))
}

/** Whether a password fits a stored hash. Takes the same time when there is none, so that nobody learns who has an account. */
export async function isPasswordOf(password: string, stored: string | null | undefined): Promise<boolean> {
  dummyHash ??= hash(randomBytes(16).toString('hex'), { cost: COST, version: '2a' })
  const known = stored?.startsWith('$2') ? stored : undefined
  const against = known ?? (await dummyHash)
  const fits = await inTurn(() => verify(password, against))
  return fits && known !== undefined && Buffer.byteLength(password) <= LONGEST_BYTES
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    // The place passes to the next in the queue, so `running` stays as it is.
    if (next) next()
    else running -= 1
  }
}
