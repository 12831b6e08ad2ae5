import { expect, test } from 'vitest'
import { createSession, createTestClient } from '#app/platform/session/session-test-client.ts'
import { confirmEmail, resendEmail } from './email-actions.ts'

test('of a change that both addresses have to confirm, the first code asks for the second', async () => {
  const { client } = createTestClient({
    session: createSession(Date.now() / 1000 + 3600),
    answer: () => Response.json({ code: '200', msg: 'Confirmation link accepted.' }),
  })
  const form = new FormData()
  form.set('address', 'moved@example.org')
  form.set('code', '123 456')
  expect(await confirmEmail(client, form, '')).toMatchObject({
    reply: { done: expect.stringContaining('one of two'), rejection: undefined },
  })
})

/** Asks for the mails once more, as a member of whom the service knows this. */
async function sendAgain(user: { email: string; new_email?: string }) {
  const session = createSession(Date.now() / 1000 + 3600)
  const { client, calls } = createTestClient({ session, answer: () => Response.json({ ...session.user, ...user }) })
  const end = await resendEmail(client, new FormData(), 'https://spots.example')
  return { end, asked: calls.map(({ method, path, body }) => ({ method, path: path.split('?')[0], body })) }
}

test('a change that waits is asked for once more, which takes no captcha and no present address', async () => {
  const { end, asked } = await sendAgain({ email: '', new_email: 'moved@example.org' })
  expect(asked).toContainEqual({
    method: 'PUT',
    path: '/auth/v1/user',
    body: expect.objectContaining({ email: 'moved@example.org' }),
  })
  expect(end).toMatchObject({ reply: { done: expect.stringContaining('Sent again') } })
})

test('once nothing waits, for it was confirmed in another tab, nothing is sent', async () => {
  const { end, asked } = await sendAgain({ email: 'moved@example.org' })
  expect(asked.map(({ method }) => method)).toEqual(['GET'])
  expect(end).toMatchObject({ reply: { done: 'Nothing waits for a code any more.' } })
})
