import { expect, test } from 'vitest'
import { createSession, createTestClient } from '#app/platform/session/test/session-test-client.ts'
import { checkSecondFactor, textSecondFactor } from './two-factor-actions.ts'

const FACTOR = '00000000-0000-4000-8000-000000000001'
const CHALLENGE = '00000000-0000-4000-8000-000000000002'

/** Runs an action against a service that rejects it with an error code. */
async function run(action: typeof checkSecondFactor, fields: Record<string, string>, errorCode: string) {
  const { client } = createTestClient({
    session: createSession(Date.now() / 1000 + 3600),
    answer: ({ path }) =>
      path.endsWith('/challenge') && errorCode === 'mfa_verification_failed'
        ? Response.json({ id: CHALLENGE, type: 'totp', expires_at: 0 })
        : Response.json({ error_code: errorCode, msg: 'raw words' }, { status: 422 }),
  })
  const form = new FormData()
  for (const [name, value] of Object.entries({ factorId: FACTOR, ...fields })) form.set(name, value)
  return action(client, form, '')
}

test('says that the code of an app changes, but not the code of a text message', async () => {
  const reject = async (fields: Record<string, string>) => {
    const end = await run(checkSecondFactor, { code: '123456', ...fields }, 'mfa_verification_failed')
    return end.kind === 'response' ? end.response.rejection?.fieldErrors.code : undefined
  }
  expect(await reject({})).toContain('changes every 30 seconds')
  expect(await reject({ challengeId: CHALLENGE })).toBe('This code is wrong. Check it and try again.')
})

test('keeps the code field when another text message cannot be sent yet', async () => {
  const end = await run(textSecondFactor, { challengeId: CHALLENGE }, 'over_sms_send_rate_limit')
  expect(end).toMatchObject({
    response: { challengeId: CHALLENGE, rejection: { message: expect.stringContaining('Wait a minute') } },
  })
})
