import { randomBytes } from 'node:crypto'
import { errors } from '../../errors.ts'
import { parseImportedHash } from './password-formats.ts'
import { runPasswordJob } from './password-threads.ts'

/** The bcrypt cost of new hashes: 2^10 rounds. Tests that are not about hashes lower it. */
export const hashing = { cost: 10 }

const LONGEST_BYTES = 72

/** Hashes that match no password, by cost. */
const dummyHashes = new Map<number, Promise<string>>()

/** Throws for passwords that bcrypt would truncate. */
export function requireHashable(password: string): void {
  if (Buffer.byteLength(password) > LONGEST_BYTES) {
    throw errors.validation('Password cannot be longer than 72 characters')
  }
}

/** Hashes a password with bcrypt. Throws for passwords that are too long. */
export async function hashPassword(password: string): Promise<string> {
  requireHashable(password)
  return String(await runPasswordJob({ password, cost: hashing.cost }))
}

/** Hashes a random password that is stored nowhere. */
export async function hashRandomPassword(): Promise<string> {
  return hashPassword(randomBytes(32).toString('base64url'))
}

/**
 * Checks a password against a stored hash. Takes the same time without a hash, so that the duration does not reveal
 * whether an account exists.
 */
export async function isPasswordOf(password: string, stored: string | null | undefined): Promise<boolean> {
  const dummyHash = getDummyHash()
  const isBcrypt = stored?.startsWith('$2') ?? false
  const known = stored && (isBcrypt || parseImportedHash(stored)) ? stored : undefined
  const fits = await runPasswordJob({ password, stored: known ?? (await dummyHash) })
  // Only bcrypt ignores what is beyond this length.
  const isWhole = !isBcrypt || Buffer.byteLength(password) <= LONGEST_BYTES
  return fits === true && known !== undefined && isWhole
}

function getDummyHash(): Promise<string> {
  const hash = dummyHashes.get(hashing.cost) ?? hashRandomPassword()
  dummyHashes.set(hashing.cost, hash)
  return hash
}
