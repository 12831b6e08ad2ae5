import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { hashPassword, isPasswordOf } from '../../domain/passwords/password-hash.ts'

test('5 a password fits its own hash alone', async () => {
  const hash = await hashPassword('correct horse 7')
  expect(hash).toMatch(/^\$2a\$10\$.{53}$/)
  expect(await isPasswordOf('correct horse 7', hash)).toBe(true)
  expect(await isPasswordOf('correct horse 8', hash)).toBe(false)
  for (const none of [null, undefined, '', 'plain', '$argon2id$v=19$x']) {
    expect(await isPasswordOf('correct horse 7', none)).toBe(false)
  }
})

test('5 what bcrypt would cut is refused, and never fits by its beginning', async () => {
  const longest = 'x'.repeat(72)
  await expect(hashPassword(`${longest}y`)).rejects.toThrow('Password cannot be longer than 72 characters')
  await expect(hashPassword('ä'.repeat(37))).rejects.toThrow()
  expect(await isPasswordOf(`${longest}y`, await hashPassword(longest))).toBe(false)
})

// Another process may take the processor for a moment; a real leak shows every time.
test('5 hashing leaves the event loop free', { retry: 3 }, async () => {
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
  // Eight hashes take 400 ms and more of a processor.
  expect(longestMs).toBeLessThan(250)
})

test('5 a crowd gets its answers each', async () => {
  const passwords = Array.from({ length: 6 }, (_, index) => `password ${index}`)
  const hashes = await Promise.all(passwords.map(hashPassword))
  const fits = await Promise.all(passwords.map((password, index) => isPasswordOf(password, hashes[index])))
  expect(fits).toEqual(passwords.map(() => true))
  expect(await isPasswordOf('password 0', hashes[1])).toBe(false)
})

test('5 attack: sign-ins without number are refused, and not put off until nobody waits for them', async () => {
  const stored = '$2a$04$abcdefghijklmnopqrstuuXAtzjHvdpWYwKJo8nGCmfTG0BCA1Lwq'
  const asked = Array.from({ length: 150 * availableParallelism() + 60 }, () => isPasswordOf('wrong one 1', stored))
  const answers = await Promise.allSettled(asked)
  const refused = answers.filter((answer) => answer.status === 'rejected')
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.length).toBeLessThan(answers.length / 2)
  for (const { reason } of refused) expect(reason).toMatchObject({ status: 429, code: 'over_request_rate_limit' })
})
