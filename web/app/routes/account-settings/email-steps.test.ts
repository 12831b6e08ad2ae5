import { expect, test } from 'vitest'
import { createSession, createTestClient } from '#app/platform/session/session-test-client.ts'
import { confirmEmail } from './email-steps.ts'

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
