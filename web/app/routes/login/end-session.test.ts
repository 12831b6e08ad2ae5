import { expect, test } from 'vitest'
import { createSession, createTestClient } from '#app/platform/session/test/session-test-client.ts'
import { runLoginAction } from './login-actions.ts'

const FACTOR = { factorId: '6f1f9a52-6f2e-4d6c-9d0f-0d8a5a3a7f10' }

test.each([
  { intent: 'new-password', password: 'over the hills again' },
  { intent: 'second-factor', code: '123456', ...FACTOR },
  { intent: 'text-second-factor', ...FACTOR },
])('signs out when the session was ended elsewhere before the step $intent', async (fields) => {
  const { client, storage } = createTestClient({
    session: createSession(Date.now() / 1000 + 3600),
    answer: () => Response.json({ error_code: 'session_not_found', msg: 'raw words' }, { status: 403 }),
  })
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  expect(await runLoginAction(client, form, '')).toEqual({ kind: 'signed-out', isEnded: true })
  expect(storage.items.size).toBe(0)
})
