import { expect, test } from 'vitest'
import { createSession, createTestClient } from '#app/platform/session/test/session-test-client.ts'
import { cancelPhone } from './phone-actions.ts'

test.each([
  ['4930123456', undefined, { done: 'Cancelled. Your number stays the same.' }],
  ['', undefined, { done: 'Cancelled.' }],
  ['', '4930999999', { rejection: { message: expect.stringContaining('cannot cancel') } }],
])('cancels a pending number besides "%s" unless the service keeps it as "%s"', async (phone, kept, response) => {
  const session = createSession(Date.now() / 1000 + 3600)
  const { client, calls } = createTestClient({
    session,
    answer: ({ method }) =>
      Response.json({ ...session.user, phone, new_phone: method === 'PUT' ? kept : '4930999999' }),
  })
  expect(await cancelPhone(client, new FormData(), '')).toMatchObject({ response })
  expect(calls.find(({ method }) => method === 'PUT')?.body).toMatchObject({ phone })
})
