import { expect, test } from 'vitest'
import { createSession, createTestClient } from '#app/platform/session/session-test-client.ts'
import { changePassword } from './password-actions.ts'

const NEW = { password: 'over the hills again', repeated_password: 'over the hills again' }

/** Sends the form to a service that refuses a new password with a code of the contract, and anything else with another. */
async function change(fields: Record<string, string>, refusal: string, reauthenticated: Response = Response.json({})) {
  const session = createSession(Date.now() / 1000 + 3600)
  const { client, calls } = createTestClient({
    session,
    answer: ({ method }) =>
      method === 'PUT' ? Response.json({ error_code: refusal, msg: 'raw words' }, { status: 400 }) : reauthenticated,
  })
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return { end: await changePassword(client, form, ''), calls }
}

test('a service that wants a code first has it sent, and the form asks for it', async () => {
  const { end, calls } = await change(NEW, 'reauthentication_needed')
  expect(calls.map(({ path }) => path)).toContainEqual(expect.stringContaining('/reauthenticate'))
  expect(end).toMatchObject({ kind: 'reply', reply: { rejection: undefined, begun: { nonce: 'asked' } } })
})

test('a code that was sent a moment ago is asked for, not another one', async () => {
  const busy = Response.json({ error_code: 'over_email_send_rate_limit', msg: 'raw words' }, { status: 429 })
  const { end } = await change(NEW, 'reauthentication_needed', busy)
  expect(end).toMatchObject({ reply: { rejection: { fieldErrors: { nonce: expect.any(String) } } } })
})

test('a wrong code and a missing present password are told at their fields, and what was asked for stays', async () => {
  const wrong = await change({ ...NEW, nonce: '123456' }, 'reauthentication_not_valid')
  expect(wrong.end).toMatchObject({
    reply: { rejection: { fieldErrors: { nonce: expect.any(String) } }, begun: { nonce: 'asked' } },
  })
  const missing = await change({ ...NEW, nonce: '123456' }, 'current_password_required')
  expect(missing.end).toMatchObject({
    reply: {
      rejection: { fieldErrors: { current_password: expect.any(String) } },
      begun: { nonce: 'asked', current_password: 'asked' },
    },
  })
  expect(JSON.stringify([wrong.end, missing.end])).not.toMatch(/over the hills|raw words/)
})

test('an account with a second step is led to it before its password changes', async () => {
  const { end } = await change(NEW, 'insufficient_aal')
  expect(end).toEqual({ kind: 'second-step' })
})
