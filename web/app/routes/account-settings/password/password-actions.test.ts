import { expect, test } from 'vitest'
import { createSession, createTestClient } from '#app/platform/session/test/session-test-client.ts'
import { changePassword, resendNonce } from './password-actions.ts'

const NEW = { password: 'over the hills again', repeated_password: 'over the hills again' }

/** Sends the form to a service that rejects a new password with the given error code. */
async function change(
  fields: Record<string, string>,
  authError: string,
  reauthenticated: Response = Response.json({}),
) {
  const session = createSession(Date.now() / 1000 + 3600)
  const { client, calls } = createTestClient({
    session,
    answer: ({ method }) =>
      method === 'PUT' ? Response.json({ error_code: authError, msg: 'raw words' }, { status: 400 }) : reauthenticated,
  })
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return { end: await changePassword(client, form, ''), calls }
}

test('sends a code and asks for it when the service requires one', async () => {
  const { end, calls } = await change(NEW, 'reauthentication_needed')
  expect(calls.map(({ path }) => path)).toContainEqual(expect.stringContaining('/reauthenticate'))
  expect(end).toMatchObject({ kind: 'response', response: { rejection: undefined, begun: { nonce: 'asked' } } })
})

test('asks for the last code when one was sent a moment ago', async () => {
  const busy = Response.json({ error_code: 'over_email_send_rate_limit', msg: 'raw words' }, { status: 429 })
  const { end } = await change(NEW, 'reauthentication_needed', busy)
  expect(end).toMatchObject({ response: { rejection: { fieldErrors: { nonce: expect.any(String) } } } })
})

test('sends the code again without what was typed', async () => {
  const session = createSession(Date.now() / 1000 + 3600)
  const { client, calls } = createTestClient({ session, answer: () => Response.json({}) })
  const form = new FormData()
  for (const name of ['nonce', 'current_password']) form.set(name, 'asked')
  const begun = { nonce: 'asked', current_password: 'asked' }
  expect(await resendNonce(client, form, '')).toMatchObject({ response: { rejection: undefined, begun } })
  expect(calls.map(({ path }) => path)).toEqual([expect.stringContaining('/reauthenticate')])
})

test('accepts the code as it is pasted', async () => {
  const { calls } = await change({ ...NEW, nonce: ' 123 456 ' }, 'reauthentication_not_valid')
  expect(calls.find(({ method }) => method === 'PUT')?.body).toMatchObject({ nonce: '123456' })
})

test('shows each error at its field and keeps the additional fields', async () => {
  const wrong = await change({ ...NEW, nonce: '123456' }, 'reauthentication_not_valid')
  expect(wrong.end).toMatchObject({
    response: { rejection: { fieldErrors: { nonce: expect.any(String) } }, begun: { nonce: 'asked' } },
  })
  const missing = await change({ ...NEW, nonce: '123456' }, 'current_password_required')
  expect(missing.end).toMatchObject({
    response: {
      rejection: { fieldErrors: { current_password: expect.any(String) } },
      begun: { nonce: 'asked', current_password: 'asked' },
    },
  })
  expect(JSON.stringify([wrong.end, missing.end])).not.toMatch(/over the hills|raw words/)
})

test('requires two-factor authentication first for an account that uses it', async () => {
  const { end } = await change(NEW, 'insufficient_aal')
  expect(end).toEqual({ kind: 'two-factor-required' })
})
