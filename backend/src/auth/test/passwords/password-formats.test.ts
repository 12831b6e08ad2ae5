import { hash as hashArgon2 } from '@node-rs/argon2'
import fastCheck from 'fast-check'
import { expect, test } from 'vitest'
import { isBcryptHash, parseImportedHash } from '../../domain/passwords/password-formats.ts'
import { hashPassword, isPasswordOf } from '../../domain/passwords/password-hash.ts'
import { createTestAuth, KEYS } from '../test-auth.ts'

/** The example of github.com/firebase/scrypt, in the format of (auth 5). */
const FIREBASE =
  '$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==$42xEC+ixf3L2lw==$lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ=='
const FIREBASE_PASSWORD = 'user1password'
/** `Algorithm` of the library is a const enum, which type stripping does not support: 1 is Argon2i, 2 Argon2id. */
const argon2 = (password: string, algorithm: number) => hashArgon2(password, { algorithm, memoryCost: 1_024 })

async function createHashes() {
  return [
    ['bcrypt', 'correct horse 7', await hashPassword('correct horse 7')],
    ['Argon2i', 'correct horse 7', await argon2('correct horse 7', 1)],
    ['Argon2id', 'correct horse 7', await argon2('correct horse 7', 2)],
    ['Firebase scrypt', FIREBASE_PASSWORD, FIREBASE],
  ] as const
}

test('verifies bcrypt, Argon2i, Argon2id and Firebase hashes only with the right password (auth 5)', async () => {
  for (const [kind, password, hash] of await createHashes()) {
    expect([kind, await isPasswordOf(password, hash)]).toEqual([kind, true])
    expect([kind, await isPasswordOf(`${password}!`, hash)]).toEqual([kind, false])
    expect([kind, await isPasswordOf(password, `${hash.slice(0, -6)}AAAAA=`)]).toEqual([kind, false])
  }
})

test('limits only bcrypt to 72 bytes (auth 5)', async () => {
  const long = 'x'.repeat(100)
  const hash = await argon2(long, 2)
  expect(await isPasswordOf(long, hash)).toBe(true)
  expect(await isPasswordOf('x'.repeat(72), hash)).toBe(false)
})

test.each([
  ['of Argon2d', '$argon2d$v=19$m=1024,t=2,p=1$c29tZXNhbHRzb21l$RdescudvJCsgt3ub+b4dWRWJTmaaJObG'],
  ['of 4 GiB', '$argon2id$v=19$m=4194304,t=2,p=1$c29tZXNhbHRzb21l$RdescudvJCsgt3ub+b4dWRWJTmaaJObG'],
  ['of 999 passes', '$argon2id$v=19$m=65536,t=999,p=1$c29tZXNhbHRzb21l$RdescudvJCsgt3ub+b4dWRWJTmaaJObG'],
  ['without passes', '$argon2id$v=19$m=65536,t=0,p=1$c29tZXNhbHRzb21l$RdescudvJCsgt3ub+b4dWRWJTmaaJObG'],
  ['of 2^30 blocks', FIREBASE.replace('n=14', 'n=30')],
  ['without rounds', FIREBASE.replace('r=8', 'r=0')],
  ['without a key', FIREBASE.replace(/,sk=[^$]+/, '')],
  ['of an unknown format', 'plain'],
])('rejects a hash %s at import and never verifies it (auth 5)', async (_name, hash) => {
  expect(parseImportedHash(hash)).toBeUndefined()
  expect(await isPasswordOf(FIREBASE_PASSWORD, hash)).toBe(false)
})

test('treats a malformed hash that an app has written as a wrong password (auth 5)', async () => {
  for (const broken of ['$2a$10$short', '$2a$99$'.padEnd(60, 'x'), '$2', FIREBASE.replace('sk=jx', 'sk=!')]) {
    expect(await isPasswordOf('correct horse 7', broken)).toBe(false)
  }
  expect(await isPasswordOf('correct horse 7', await hashPassword('correct horse 7'))).toBe(true)
})

test('limits the cost of an imported hash to 256 MiB (auth 5)', () => {
  const number = fastCheck.nat(9_999_999)
  fastCheck.assert(
    fastCheck.property(number, number, number, (m, t, p) => {
      const argon = parseImportedHash(`$argon2id$v=19$m=${m},t=${t},p=${p}$c29tZXNhbHRzb21l$RdescudvJCsgt3ub+b4dWRWJ`)
      if (argon) expect(m).toBeLessThanOrEqual(262_144)
      const firebase = parseImportedHash(FIREBASE.replace('n=14,r=8,p=1', `n=${m % 100},r=${t % 100},p=${p % 100}`))
      if (firebase) expect(128 * 2 ** (m % 100) * (t % 100)).toBeLessThanOrEqual(268_435_456)
    }),
    { numRuns: 2_000 },
  )
})

test('accepts a password_hash of each format for a new user, who signs in with the password (auth 8)', async () => {
  await using auth = await createTestAuth()
  const { auth: operator } = auth.client({ key: KEYS.secretKey })
  for (const [kind, password, hash] of await createHashes()) {
    const email = `${kind.toLowerCase().replaceAll(' ', '-')}@example.org`
    const created = await operator.admin.createUser({ email, password_hash: hash, email_confirm: true })
    expect(created.error).toBeNull()
    const { auth: client } = auth.client()
    expect((await client.signInWithPassword({ email, password: 'wrong one 1' })).error?.code).toBe(
      'invalid_credentials',
    )
    expect((await client.signInWithPassword({ email, password })).error).toBeNull()
  }
  const both = await operator.admin.createUser({ email: 'x@example.org', password: 'abcdef', password_hash: FIREBASE })
  expect(both.error).toMatchObject({ status: 400, code: 'validation_failed' })
  const none = await operator.admin.createUser({ email: 'x@example.org', password_hash: '$md5$x' })
  expect(none.error).toMatchObject({ status: 400, code: 'validation_failed' })
})

test('detects bcrypt hashes by their format (auth 5)', async () => {
  expect(isBcryptHash(await hashPassword('correct horse 7'))).toBe(true)
  expect(isBcryptHash('$2a$10$short')).toBe(false)
})
