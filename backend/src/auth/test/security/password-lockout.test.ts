import { expect, test } from 'vitest'
import { createTestAuth, PASSWORD } from '../test-auth.ts'

const EMAIL = 'ada@example.org'
const STRANGER_NETWORKS = 200
const ATTEMPTS_PER_NETWORK = 5

test('lets the owner sign in from a known network during 1,000 wrong passwords of a stranger (auth 6.5)', async () => {
  await using auth = await createTestAuth()
  const signIn = async (address: string, password: string) => {
    const headers = { 'x-forwarded-for': address }
    return (await auth.request('/token?grant_type=password', { json: { email: EMAIL, password }, headers })).status
  }
  const attack = async (third: number) => {
    const addresses = Array.from({ length: STRANGER_NETWORKS }, (_, index) => `203.${third}.113.${index}`)
    return Promise.all(addresses.map((address) => signIn(address, 'wrong one 1')))
  }
  await auth.client().auth.signUp({ email: EMAIL, password: PASSWORD })
  expect(await signIn('2001:db8:1:2::1', PASSWORD)).toBe(200)
  await auth.sql`delete from auth.sessions`
  const statuses: number[] = []
  for (let round = 0; round < ATTEMPTS_PER_NETWORK; round += 1) statuses.push(...(await attack(round)))
  // A few more than a hundred, because the count refills while the attack runs.
  const checked = statuses.filter((status) => status === 400).length
  expect(checked).toBeGreaterThanOrEqual(100)
  expect(checked).toBeLessThan(110)
  expect(statuses.filter((status) => status === 429)).toHaveLength(statuses.length - checked)
  // Even the correct password fails from a network that the account never used.
  expect(await signIn('203.0.114.1', PASSWORD)).toBe(429)
  expect(await signIn('2001:db8:1:2:ffff::9', PASSWORD)).toBe(200)
  // The sign-in has reset the count, so the stranger has another hundred attempts at most.
  expect((await attack(9)).filter((status) => status === 400).length).toBeLessThan(110)
  expect(await signIn('2001:db8:1:2::1', PASSWORD)).toBe(200)
})
