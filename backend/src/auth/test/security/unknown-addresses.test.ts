import { expect, test } from 'vitest'
import { createTestAuth, PASSWORD } from '../test-auth.ts'

const KNOWN = 'ada@example.org'
const UNKNOWN = 'eve@example.org'
const MINUTE_MS = 60_000

test('answers /recover alike for known and unknown addresses, also when repeated (auth 6.5)', async () => {
  await using auth = await createTestAuth({ GOTRUE_MAILER_AUTOCONFIRM: 'false' })
  await auth.client().auth.signUp({ email: KNOWN, password: PASSWORD })
  await auth.sql`update auth.users set email_confirmed_at = now()`
  auth.wait(MINUTE_MS)
  const answers = async (email: string) => {
    const list = []
    for (let count = 0; count < 3; count += 1) {
      const answer = await auth.request('/recover', { json: { email } })
      list.push([answer.status, await answer.json()])
    }
    return list
  }
  const known = await answers(KNOWN)
  expect(known.map(([status]) => status)).toEqual([200, 429, 429])
  expect(await answers(UNKNOWN)).toEqual(known)
})

test('rejects mails beyond the limit of the service for known and unknown addresses (auth 6.7)', async () => {
  await using auth = await createTestAuth({ GOTRUE_MAILER_AUTOCONFIRM: 'false', GOTRUE_RATE_LIMIT_EMAIL_SENT: '1/10m' })
  await auth.client().auth.signUp({ email: KNOWN, password: PASSWORD })
  await auth.sql`update auth.users set email_confirmed_at = now()`
  for (const email of [KNOWN, UNKNOWN]) expect((await auth.request('/recover', { json: { email } })).status).toBe(429)
})
