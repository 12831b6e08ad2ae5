import { expect, test } from 'vitest'
import { createSession, createTestClient } from '#app/platform/session/test/session-test-client.ts'
import { cancelEmail, confirmEmail, resendEmail } from './email-actions.ts'

test('asks for the second code after the first when both addresses have to confirm', async () => {
  const { client } = createTestClient({
    session: createSession(Date.now() / 1000 + 3600),
    answer: () => Response.json({ code: '200', msg: 'Confirmation link accepted.' }),
  })
  const form = new FormData()
  form.set('address', 'moved@example.org')
  form.set('code', '123 456')
  expect(await confirmEmail(client, form, '')).toMatchObject({
    response: { done: expect.stringContaining('the other address'), rejection: undefined },
  })
})

/** Runs the resend action for a user as the auth service returns it. */
async function sendAgain(user: { email: string; new_email?: string }) {
  const session = createSession(Date.now() / 1000 + 3600)
  const { client, calls } = createTestClient({ session, answer: () => Response.json({ ...session.user, ...user }) })
  const end = await resendEmail(client, new FormData(), 'https://spots.example')
  return { end, requested: calls.map(({ method, path, body }) => ({ method, path: path.split('?')[0], body })) }
}

test('resends a pending change without a captcha or the current address', async () => {
  const { end, requested } = await sendAgain({ email: '', new_email: 'moved@example.org' })
  expect(requested).toContainEqual({
    method: 'PUT',
    path: '/auth/v1/user',
    body: expect.objectContaining({ email: 'moved@example.org' }),
  })
  expect(end).toMatchObject({ response: { done: expect.stringContaining('Sent again') } })
})

test.each([
  ['', { done: expect.stringContaining('Cancelled') }],
  ['moved@example.org', { rejection: { message: expect.stringContaining('cannot cancel') } }],
])('cancels a pending change unless the service keeps it as "%s"', async (kept, response) => {
  const session = createSession(Date.now() / 1000 + 3600)
  const { client, calls } = createTestClient({
    session,
    answer: ({ method }) =>
      Response.json({ ...session.user, new_email: method === 'PUT' ? kept : 'moved@example.org' }),
  })
  expect(await cancelEmail(client, new FormData(), '')).toMatchObject({ response })
  expect(calls.find(({ method }) => method === 'PUT')?.body).toMatchObject({ email: 'ada@example.org' })
})

test('sends nothing when the change was confirmed in another tab', async () => {
  const { end, requested } = await sendAgain({ email: 'moved@example.org' })
  expect(requested.map(({ method }) => method)).toEqual(['GET'])
  expect(end).toMatchObject({ response: { done: 'There is no pending change.' } })
})
