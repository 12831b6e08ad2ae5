import { createClient } from '@supabase/supabase-js'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createSession, createStorage, createTestClient, createToken } from './session-test-client.ts'

const SOON = Math.floor(Date.now() / 1000) + 3600

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue(undefined)
})

test('rejects a sign-in without email and phone before any request (runtime 11.10)', async () => {
  const { client, calls } = createTestClient()
  const nobody = { password: 'secret' } as unknown as { email: string; password: string }
  const sentence = 'You must provide either an email or phone number and a password'
  expect((await client.auth.signUp(nobody)).error?.message).toBe(sentence)
  expect((await client.auth.signInWithPassword(nobody)).error?.message).toBe(sentence)
  const nothing = {} as unknown as { email: string }
  expect((await client.auth.signInWithOtp(nothing)).error?.message).toBe(
    'You must provide either an email or phone number.',
  )
  const noAddress = { type: 'signup' } as unknown as { type: 'signup'; email: string }
  expect((await client.auth.resend(noAddress)).error?.message).toBe(
    'You must provide either an email or phone number and a type',
  )
  expect(calls).toEqual([])
})

test('leaves an empty email address to the service (runtime 11.10)', async () => {
  const { client, calls } = createTestClient({ answer: () => Response.json({ message: 'no' }, { status: 400 }) })
  await client.auth.signUp({ email: '', password: 'secret' })
  expect(calls).toHaveLength(1)
})

test('reports a missing session (runtime 11.10)', async () => {
  const { client } = createTestClient()
  for (const { error } of [
    await client.auth.updateUser({}),
    await client.auth.getUser(),
    await client.auth.refreshSession(),
  ]) {
    expect([error?.message, error?.status]).toEqual(['Auth session missing!', 400])
  }
})

test('reports the reasons of a weak password, and rejects an invalid id (runtime 11.10)', async () => {
  const weak = { code: 'weak_password', message: 'too weak', weak_password: { reasons: ['length'] } }
  const { client } = createTestClient({ answer: () => Response.json(weak, { status: 422 }) })
  const { error } = await client.auth.signUp({ email: 'ada@example.org', password: 'x' })
  expect(error).toMatchObject({ code: 'weak_password', reasons: ['length'] })
  await expect(client.auth.admin.getUserById('7')).rejects.toThrow(
    '@supabase/auth-js: Expected parameter to be UUID but is not',
  )
})

test('reports a response without a session and an empty server error (runtime 11.10)', async () => {
  const signIn = async (response: () => Response) => {
    const { client } = createTestClient({ answer: response })
    return (await client.auth.signInWithPassword({ email: 'ada@example.org', password: 'x' })).error
  }
  const nothing = await signIn(() => Response.json({}))
  expect([nothing?.message, nothing?.status]).toEqual(['Auth session or user missing', 500])
  // Screens show their own messages instead of these.
  expect((await signIn(() => Response.json({}, { status: 503 })))?.message).toBe('{}')
})

test('rejects a token that has expired or whose signature is invalid (runtime 11.10)', async () => {
  const { client } = createTestClient({ session: createSession(SOON) })
  const old = await client.auth.getClaims(createToken({ exp: 1 })).catch((error: Error) => ({ error }))
  expect(old.error?.message).toBe('JWT has expired')
  const rsa = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
  const key = { ...(await crypto.subtle.exportKey('jwk', rsa.publicKey)), kid: 'one', alg: 'ES256' }
  const [, payload] = createToken({ exp: SOON }).split('.')
  const head = Buffer.from(JSON.stringify({ alg: 'ES256', typ: 'JWT', kid: 'one' })).toString('base64url')
  const forged = `${head}.${payload}.${Buffer.alloc(64).toString('base64url')}`
  const jwks = { keys: [key as unknown as { kty: 'EC'; key_ops: string[]; kid: string; alg: string }] }
  const wrong = await client.auth.getClaims(forged, { jwks }).catch((error: Error) => ({ error }))
  expect(wrong.error?.message).toBe('Invalid JWT signature')
})

test('returns the total of a user list, and sends phone codes by SMS by default (runtime 11.12)', async () => {
  const { client, calls } = createTestClient({
    answer: () =>
      Response.json(
        { users: [], aud: 'authenticated' },
        {
          headers: {
            'x-total-count': '240',
            link: '</admin/users?page=2&per_page=50>; rel="next", </admin/users?page=5&per_page=50>; rel="last"',
          },
        },
      ),
  })
  const { data } = await client.auth.admin.listUsers({ page: 1, perPage: 50 })
  expect(data).toMatchObject({ total: 240, nextPage: 2, lastPage: 5 })
  await client.auth.signUp({ phone: '420123456789', password: 'secret' })
  expect(calls.at(-1)?.body).toMatchObject({ channel: 'sms' })
})

/** Returns the client's error for the URL that its page was opened with. */
async function openAt(href: string, flowType: 'pkce' | 'implicit'): Promise<string | undefined> {
  const location = new URL(href)
  const history = { replaceState: () => undefined, state: null }
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'hidden' }))
  vi.stubGlobal('window', Object.assign(new EventTarget(), { location, history }))
  onTestFinished(() => void vi.unstubAllGlobals())
  const auth = { storage: createStorage(), flowType, detectSessionInUrl: true, autoRefreshToken: false }
  const client = createClient('http://backend.test', 'key', { auth })
  return (await client.auth.initialize()).error?.message
}

test('reports a URL that carries an error or a session of the wrong flow (runtime 11.10)', async () => {
  const tokens = 'access_token=x&refresh_token=y&expires_in=3600&token_type=bearer'
  expect(await openAt(`http://site.test/#${tokens}`, 'pkce')).toBe('Not a valid PKCE flow url.')
  expect(await openAt('http://site.test/#error=access_denied&error_description=gone', 'pkce')).toBe('gone')
  expect(await openAt('http://site.test/#access_token=x', 'implicit')).toBe('No session defined in URL')
  expect(await openAt('http://site.test/?error=access_denied', 'pkce')).toBe(
    'Error in URL with unspecified error_description',
  )
  expect(await openAt('http://site.test/about', 'pkce')).toBeUndefined()
})
