import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { startTestProvider } from '../delivery/test-provider.ts'
import { createTestAuth } from '../test-auth.ts'

const EMAIL = 'ada@example.org'
const LEAKED = 'password1'
const GOOD = 'correct horse 7'
const MESSAGE = 'Password is known to be weak and easy to guess, please choose a different one.'

/** A local copy of Have I Been Pwned with one password and padding. */
function startLists() {
  const hash = createHash('sha1').update(LEAKED).digest('hex').toUpperCase()
  const good = createHash('sha1').update(GOOD).digest('hex').toUpperCase()
  return startTestProvider(({ path }) => {
    const lines = [`${'0'.repeat(35)}:12`]
    if (path === `/range/${hash.slice(0, 5)}`) lines.push(`${hash.slice(5)}:2413945`)
    if (path === `/range/${good.slice(0, 5)}`) lines.push(`${good.slice(5)}:0`)
    return { text: lines.join('\r\n') }
  })
}

function settingsFor(url: string) {
  return { GOTRUE_PASSWORD_HIBP_ENABLED: 'true', GOTRUE_PASSWORD_HIBP_URL: url }
}

test('rejects a leaked password and sends only five characters of its hash (auth 6.2)', async () => {
  await using lists = await startLists()
  await using auth = await createTestAuth(settingsFor(lists.url))
  const { auth: client } = auth.client()
  const { error } = await client.signUp({ email: EMAIL, password: LEAKED })
  expect(error).toMatchObject({ status: 422, code: 'weak_password', message: MESSAGE, reasons: ['pwned'] })
  expect(lists.requests[0]?.path).toMatch(/^\/range\/[0-9A-F]{5}$/)
  expect(lists.requests[0]?.headers).toMatchObject({ 'add-padding': 'true', 'user-agent': 'Hereabouts' })
  // A padding line names its hash with a count of zero.
  expect((await client.signUp({ email: EMAIL, password: GOOD })).error).toBeNull()
  expect((await client.updateUser({ password: LEAKED })).error?.code).toBe('weak_password')
})

test('lists the reasons in the order length, characters, pwned (auth 6.2)', async () => {
  await using lists = await startLists()
  await using auth = await createTestAuth({
    ...settingsFor(lists.url),
    GOTRUE_PASSWORD_MIN_LENGTH: '20',
    GOTRUE_PASSWORD_REQUIRED_CHARACTERS: 'ABC',
  })
  const { error } = await auth.client().auth.signUp({ email: EMAIL, password: LEAKED })
  expect(error).toMatchObject({ reasons: ['length', 'characters', 'pwned'] })
})

test('signs in with a leaked password and reports that it is weak (auth 3.2)', async () => {
  await using lists = await startLists()
  await using auth = await createTestAuth()
  await auth.client().auth.signUp({ email: EMAIL, password: LEAKED })
  await using later = await createTestAuth(settingsFor(lists.url))
  const { data, error } = await later.client().auth.signInWithPassword({ email: EMAIL, password: LEAKED })
  expect(error).toBeNull()
  expect(data.weakPassword).toEqual({ message: MESSAGE, reasons: ['pwned'] })
})

test.each([
  ['fails', { status: 503, text: '' }],
  ['does not respond', { delayMs: 1_000, text: '' }],
])(
  'accepts passwords when Have I Been Pwned %s, unless configured to fail closed (auth 6.2)',
  async (_name, response) => {
    await using lists = await startTestProvider(() => response)
    const settings = { ...settingsFor(lists.url), GOTRUE_PASSWORD_HIBP_TIMEOUT: '200ms' }
    await using open = await createTestAuth(settings)
    const { auth: client } = open.client()
    expect((await client.signUp({ email: EMAIL, password: LEAKED })).error).toBeNull()
    await using closed = await createTestAuth({ ...settings, GOTRUE_PASSWORD_HIBP_FAIL_CLOSED: 'true' })
    const rejected = await closed.request('/signup', { json: { email: 'bob@example.org', password: LEAKED } })
    expect([rejected.status, await rejected.json()]).toMatchObject([500, { error_code: 'unexpected_failure' }])
    const signedIn = await closed.client().auth.signInWithPassword({ email: EMAIL, password: LEAKED })
    expect(signedIn.error).toBeNull()
  },
)
