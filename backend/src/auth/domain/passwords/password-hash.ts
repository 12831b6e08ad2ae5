import { randomBytes } from 'node:crypto'
import { errors } from '../../errors.ts'
import { parseImportedHash } from './password-formats.ts'
import { runPasswordJob } from './password-threads.ts'

const COST = 10
const LONGEST_BYTES = 72

let dummyHash: Promise<string> | undefined

/** Hashes a password with bcrypt. Rejects passwords that bcrypt would truncate. */
export async function hashPassword(password: string): Promise<string> {
  if (Buffer.byteLength(password) > LONGEST_BYTES) {
    throw errors.validation('Password cannot be longer than 72 characters')
  }
  return String(await runPasswordJob({ password, cost: COST }))
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
  dummyHash ??= hashRandomPassword()
  const isBcrypt = stored?.startsWith('$2') ?? false
  const known = stored && (isBcrypt || parseImportedHash(stored)) ? stored : undefined
  const fits = await runPasswordJob({ password, stored: known ?? (await dummyHash) })
  // Only bcrypt truncates longer passwords.
  const isWhole = !isBcrypt || Buffer.byteLength(password) <= LONGEST_BYTES
  return fits === true && known !== undefined && isWhole
}
