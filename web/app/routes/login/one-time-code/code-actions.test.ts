import { expect, test } from 'vitest'
import { createTestClient } from '#app/platform/session/test/session-test-client.ts'
import { runLoginAction } from '../login-actions.ts'

const ACCOUNT = 'ada@example.org'

async function run(fields: Record<string, string>, answer: () => Response) {
  const { client, calls } = createTestClient({ answer })
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const end = await runLoginAction(client, form, 'https://spots.example')
  return { response: end.kind === 'response' ? end.response : undefined, calls }
}

const reject = (status: number, code: string) => () => Response.json({ error_code: code, msg: 'raw words' }, { status })

test('offers to send the confirmation again to a member who knows the password', async () => {
  const { response } = await run(
    { intent: 'password', account: ACCOUNT, password: 'over the hills' },
    reject(400, 'email_not_confirmed'),
  )
  expect(response).toMatchObject({ unconfirmed: ACCOUNT, sentTo: undefined })
  const wrong = await run({ intent: 'password', account: ACCOUNT, password: 'x' }, reject(400, 'invalid_credentials'))
  expect(wrong.response?.unconfirmed).toBeUndefined()
})

test('sends the confirmation again and asks for its code', async () => {
  const { response, calls } = await run({ intent: 'confirm-again', account: ACCOUNT }, () => Response.json({}))
  expect(calls).toMatchObject([{ path: expect.stringMatching(/\/resend/), body: { type: 'signup', email: ACCOUNT } }])
  expect(response).toMatchObject({ sentTo: ACCOUNT, rejection: undefined })
  const early = await run({ intent: 'confirm-again', account: ACCOUNT }, reject(429, 'over_email_send_rate_limit'))
  expect(early.response).toMatchObject({ sentTo: ACCOUNT, rejection: { message: expect.any(String) } })
})

test.each<Record<string, string>>([{}, { again: 'true' }])(
  'keeps the code field only if a code was sent before: %j',
  async (fields) => {
    const sending = { intent: 'send-code', account: ACCOUNT, ...fields }
    const { response } = await run(sending, reject(429, 'over_request_rate_limit'))
    expect(response?.sentTo).toBe('again' in fields ? ACCOUNT : undefined)
  },
)
