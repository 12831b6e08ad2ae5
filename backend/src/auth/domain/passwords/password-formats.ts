/**
 * Limits on the cost of checking a hash, so that no imported account can fill the memory or block a thread for long.
 */
const MAX_MEMORY_BYTES = 256 * 1024 * 1024
const MAX_ARGON2_WORK_KIB = 4 * 256 * 1024
const MAX_SCRYPT_WORK = 2 ** 21

/** An Argon2 hash in PHC format, or a Firebase hash in upstream's format (auth 5). */
export type ImportedHash =
  | { kind: 'argon2'; hash: string }
  | {
      kind: 'firebase scrypt'
      memoryExponent: number
      rounds: number
      parallelism: number
      salt: Buffer
      saltSeparator: Buffer
      signerKey: Buffer
      hash: Buffer
    }

const BCRYPT = /^\$2[abxy]\$\d{2}\$[./A-Za-z0-9]{53}$/
const ARGON2 = /^\$argon2id?\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$[A-Za-z0-9+/]{11,86}\$[A-Za-z0-9+/]{16,171}$/
const BASE64 = '[A-Za-z0-9+/=_-]+'
const FIREBASE = new RegExp(
  `^\\$fbscrypt\\$v=1,n=(\\d{1,2}),r=(\\d{1,2}),p=(\\d{1,2})(?:,ss=(${BASE64}))?,sk=(${BASE64})\\$(${BASE64})\\$(${BASE64})$`,
)

/** Returns true for a bcrypt hash in the modular crypt format. */
export function isBcryptHash(text: string): boolean {
  return BCRYPT.test(text)
}

/** Parses a hash from another system. Returns undefined when it is malformed or too expensive. */
export function parseImportedHash(text: string): ImportedHash | undefined {
  return text.startsWith('$fbscrypt$') ? parseFirebase(text) : parseArgon2(text)
}

function parseArgon2(text: string): ImportedHash | undefined {
  const found = ARGON2.exec(text)
  if (!found) return undefined
  const [memoryKib = 0, passes = 0, lanes = 0] = found.slice(1).map(Number)
  const isCheap = memoryKib * 1_024 <= MAX_MEMORY_BYTES && memoryKib * passes <= MAX_ARGON2_WORK_KIB
  return isCheap && passes > 0 && lanes > 0 && memoryKib >= 8 * lanes ? { kind: 'argon2', hash: text } : undefined
}

function parseFirebase(text: string): ImportedHash | undefined {
  const [, n, r, p, separator = '', key = '', salt = '', hash = ''] = FIREBASE.exec(text) ?? []
  const [memoryExponent, rounds, parallelism] = [Number(n), Number(r), Number(p)]
  const work = 2 ** memoryExponent * rounds * parallelism
  const isSound = memoryExponent > 0 && work > 0 && work <= MAX_SCRYPT_WORK
  if (!isSound || 128 * 2 ** memoryExponent * rounds > MAX_MEMORY_BYTES) return undefined
  const toBytes = (base64: string) => Buffer.from(base64, 'base64')
  return {
    kind: 'firebase scrypt',
    memoryExponent,
    rounds,
    parallelism,
    saltSeparator: toBytes(separator),
    signerKey: toBytes(key),
    salt: toBytes(salt),
    hash: toBytes(hash),
  }
}
