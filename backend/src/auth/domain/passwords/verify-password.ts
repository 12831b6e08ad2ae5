import { createCipheriv, scryptSync, timingSafeEqual } from 'node:crypto'
import { verifySync as verifyArgon2 } from '@node-rs/argon2'
import { verifySync as verifyBcrypt } from '@node-rs/bcrypt'
import { type ImportedHash, parseImportedHash } from './password-formats.ts'

const KEY_BYTES = 32
const IV_BYTES = 16

/** Checks a password against a hash of any supported format. CPU-bound, so run it on a worker thread. */
export function verifyPassword(password: string, stored: string): boolean {
  try {
    if (stored.startsWith('$2')) return verifyBcrypt(password, stored)
    const imported = parseImportedHash(stored)
    if (!imported) return false
    return imported.kind === 'argon2' ? verifyArgon2(imported.hash, password) : fitsFirebase(password, imported)
  } catch {
    // A hash written by an app that no library can read matches nothing.
    return false
  }
}

/** Firebase encrypts its signer key with the scrypt output of the password (github.com/firebase/scrypt). */
function fitsFirebase(password: string, known: Extract<ImportedHash, { kind: 'firebase scrypt' }>): boolean {
  const cost = 2 ** known.memoryExponent
  const salt = Buffer.concat([known.salt, known.saltSeparator])
  const options = { N: cost, r: known.rounds, p: known.parallelism, maxmem: 256 * cost * known.rounds }
  const key = scryptSync(password, salt, KEY_BYTES, options)
  const encrypted = createCipheriv('aes-256-ctr', key, Buffer.alloc(IV_BYTES)).update(known.signerKey)
  return encrypted.length === known.hash.length && timingSafeEqual(encrypted, known.hash)
}
