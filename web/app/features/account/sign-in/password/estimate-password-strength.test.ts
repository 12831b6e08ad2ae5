import { expect, test } from 'vitest'
import { estimatePasswordStrength } from './estimate-password-strength.ts'

test.each([
  ['password', 'too-easy'],
  ['12345678', 'too-easy'],
  ['mara.bianchi', 'too-easy'],
  ['a kettle hums at dawn 41', 'strong'],
] as const)('judges %s as %s', async (password, strength) => {
  expect(await estimatePasswordStrength(password, ['mara.bianchi@example.org', 'mara.bianchi'])).toBe(strength)
})

test('judges a password of ten thousand characters without delay', async () => {
  const started = process.cpuUsage()
  expect(await estimatePasswordStrength('x7'.repeat(5000), [])).toMatch(/./)
  // Measures CPU time, because a busy machine takes longer.
  expect(process.cpuUsage(started).user / 1000).toBeLessThan(2000)
})
