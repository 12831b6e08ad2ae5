import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { hashPassword, isPasswordOf } from '../../domain/passwords/password-hash.ts'

test('verifies only the password that was hashed (auth 5)', async () => {
  const hash = await hashPassword('correct horse 7')
  expect(hash).toMatch(/^\$2a\$10\$.{53}$/)
  expect(await isPasswordOf('correct horse 7', hash)).toBe(true)
  expect(await isPasswordOf('correct horse 8', hash)).toBe(false)
  for (const none of [null, undefined, '', 'plain', '$argon2id$v=19$x']) {
    expect(await isPasswordOf('correct horse 7', none)).toBe(false)
  }
})

test('rejects passwords that bcrypt would truncate, and never matches their beginning (auth 5)', async () => {
  const longest = 'x'.repeat(72)
  await expect(hashPassword(`${longest}y`)).rejects.toThrow('Password cannot be longer than 72 characters')
  await expect(hashPassword('ä'.repeat(37))).rejects.toThrow()
  expect(await isPasswordOf(`${longest}y`, await hashPassword(longest))).toBe(false)
})

// Another process may occupy the processor for a moment; a real leak shows every time.
test('hashes without blocking the event loop (auth 5)', { retry: 3 }, async () => {
  const hashes = Promise.all(Array.from({ length: 8 }, () => hashPassword('correct horse 7')))
  let longestMs = 0
  let done = false
  void hashes.then(() => {
    done = true
  })
  for (let last = performance.now(); !done; last = performance.now()) {
    await new Promise((resolve) => setImmediate(resolve))
    longestMs = Math.max(longestMs, performance.now() - last)
  }
  // Eight hashes take at least 400 ms of CPU time.
  expect(longestMs).toBeLessThan(250)
})

test('serves many concurrent sign-ins, each with its own result (auth 5)', async () => {
  const passwords = Array.from({ length: 6 }, (_, index) => `password ${index}`)
  const hashes = await Promise.all(passwords.map(hashPassword))
  const fits = await Promise.all(passwords.map((password, index) => isPasswordOf(password, hashes[index])))
  expect(fits).toEqual(passwords.map(() => true))
  expect(await isPasswordOf('password 0', hashes[1])).toBe(false)
})

test('immediately rejects sign-ins when the hashing queue is full (auth 5)', async () => {
  const stored = '$2a$04$abcdefghijklmnopqrstuuXAtzjHvdpWYwKJo8nGCmfTG0BCA1Lwq'
  const requested = Array.from({ length: 150 * availableParallelism() + 60 }, () => isPasswordOf('wrong one 1', stored))
  const responses = await Promise.allSettled(requested)
  const rejected = responses.filter((response) => response.status === 'rejected')
  expect(rejected.length).toBeGreaterThan(0)
  expect(rejected.length).toBeLessThan(responses.length / 2)
  for (const { reason } of rejected) expect(reason).toMatchObject({ status: 429, code: 'over_request_rate_limit' })
})
