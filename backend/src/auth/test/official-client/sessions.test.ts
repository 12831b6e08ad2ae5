import {
  type AuthChangeEvent,
  createClient,
  isAuthApiError,
  isAuthRetryableFetchError,
  isAuthSessionMissingError,
  isAuthWeakPasswordError,
} from '@supabase/supabase-js'
import { TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { API_URL } from '../test-api-url.ts'
import { createTestAuth, JWT_SECRET, KEYS, PASSWORD, type TestAuth } from '../test-auth.ts'
import { signUp } from '../test-member.ts'

const EMAIL = 'ada@example.org'
const NO_SESSION = { user: null, session: null }
const HOUR_MS = 3_600_000

async function getTokens(client: ReturnType<TestAuth['client']>) {
  const { data } = await client.auth.getSession()
  return { access_token: data.session?.access_token ?? '', refresh_token: data.session?.refresh_token ?? '' }
}

test('setSession, refreshSession and getUser accept tokens from elsewhere and reject invalid ones (auth 3.3)', async () => {
  await using auth = await createTestAuth()
  const tokens = await getTokens(await signUp(auth))
  const { auth: other } = auth.client()
  const missing = await other.getUser()
  expect([missing.data, isAuthSessionMissingError(missing.error)]).toEqual([{ user: null }, true])
  expect(isAuthSessionMissingError((await other.refreshSession()).error)).toBe(true)
  expect(isAuthSessionMissingError((await other.setSession({ access_token: '', refresh_token: '' })).error)).toBe(true)
  expect((await other.getSession()).data).toEqual({ session: null })
  const adopted = await other.setSession(tokens)
  expect(adopted.error).toBeNull()
  expect(adopted.data).toMatchObject({ user: { email: EMAIL }, session: tokens })
  expect((await auth.client().auth.getUser(tokens.access_token)).data.user?.email).toBe(EMAIL)
  const refreshed = await auth.client().auth.refreshSession({ refresh_token: tokens.refresh_token })
  expect(refreshed.data.session?.access_token).not.toBe(tokens.access_token)
  expect(refreshed.data.user?.email).toBe(EMAIL)
  const stale = await auth.tokens.sign({ sub: adopted.data.user?.id ?? '', exp: 1_000_000 })
  const renewed = await auth.client().auth.setSession({ ...tokens, access_token: stale })
  expect(renewed.data.session?.refresh_token).toBe(refreshed.data.session?.refresh_token)
  const forged = await auth.client().auth.setSession({ ...tokens, access_token: `${tokens.access_token}x` })
  expect(forged.data).toEqual(NO_SESSION)
  expect(forged.error).toMatchObject({ status: 403, code: 'bad_jwt', name: 'AuthApiError' })
  const unknown = await auth.client().auth.refreshSession({ refresh_token: 'aaaaaaaaaaaa' })
  expect(unknown).toMatchObject({ data: NO_SESSION, error: { status: 400, code: 'refresh_token_not_found' } })
})

test('signOut ends other, local and global sessions, and lets an operator do so by token (auth 7.7)', async () => {
  await using auth = await createTestAuth()
  const first = await signUp(auth)
  const signIn = async () => {
    const client = auth.client()
    await client.auth.signInWithPassword({ email: EMAIL, password: PASSWORD })
    return client
  }
  const isSignedIn = async (client: ReturnType<TestAuth['client']>) => (await client.auth.getUser()).error === null
  const [second, third, fourth] = [await signIn(), await signIn(), await signIn()]
  expect(await second.auth.signOut({ scope: 'local' })).toEqual({ error: null })
  expect([await isSignedIn(first), await isSignedIn(second), await isSignedIn(third)]).toEqual([true, false, true])
  expect(await first.auth.signOut({ scope: 'others' })).toEqual({ error: null })
  expect([await isSignedIn(first), await isSignedIn(third), await isSignedIn(fourth)]).toEqual([true, false, false])
  const [fifth, sixth] = [await signIn(), await signIn()]
  const { admin } = auth.client({ key: KEYS.secretKey }).auth
  const { access_token: token } = await getTokens(fifth)
  expect(await admin.signOut(token, 'local')).toEqual({ data: null, error: null })
  expect([await isSignedIn(fifth), await isSignedIn(sixth)]).toEqual([false, true])
  expect(isAuthSessionMissingError((await admin.signOut(token)).error)).toBe(true)
  expect(await first.auth.signOut()).toEqual({ error: null })
  expect(await isSignedIn(sixth)).toBe(false)
  expect(await first.auth.signOut()).toEqual({ error: null })
})

test('getClaims verifies with the public key, or through the service with a shared secret (auth 7.12)', async () => {
  await using auth = await createTestAuth({}, { keyId: 'claims-key' })
  const { auth: client } = await signUp(auth)
  const { access_token: token } = await getTokens({ auth: client } as ReturnType<TestAuth['client']>)
  expect((await client.getClaims()).data).toMatchObject({
    header: { alg: 'ES256', kid: 'claims-key' },
    claims: { email: EMAIL, aal: 'aal1', is_anonymous: false, role: 'authenticated' },
  })
  expect((await auth.client().auth.getClaims()).data).toBeNull()
  const keys = { keys: auth.tokens.publicKeys } as never
  expect((await auth.client().auth.getClaims(token, { jwks: keys })).error).toBeNull()
  const old = await auth.tokens.sign({ sub: 'x', exp: 1_000_000 })
  expect((await client.getClaims(old)).error).toMatchObject({ code: 'invalid_jwt', message: 'JWT has expired' })
  const k = Buffer.from(JWT_SECRET).toString('base64url')
  await using shared = await createTestAuth({}, { signingKey: { kty: 'oct', k, alg: 'HS256', key_ops: ['sign'] } })
  const { auth: other } = await signUp(shared, 'bob@example.org')
  expect((await other.getClaims()).data).toMatchObject({
    header: { alg: 'HS256' },
    claims: { email: 'bob@example.org' },
  })
  expect(await (await shared.request('/.well-known/jwks.json')).json()).toEqual({ keys: [] })
  await shared.sql`delete from auth.sessions`
  expect((await other.getClaims()).error).not.toBeNull()
})

test('onAuthStateChange reports every event in the life of a session (auth 7)', async () => {
  await using auth = await createTestAuth()
  const { auth: client } = auth.client({ flowType: 'pkce' })
  const events: AuthChangeEvent[] = []
  const { data } = client.onAuthStateChange((event) => void events.push(event))
  await client.initialize()
  await client.signUp({ email: EMAIL, password: PASSWORD })
  await client.refreshSession()
  await client.updateUser({ data: { name: 'Ada' } })
  const { data: factor } = await client.mfa.enroll({ factorType: 'totp' })
  const code = new TOTP({ secret: factor?.totp.secret ?? '' }).generate()
  await client.mfa.challengeAndVerify({ factorId: factor?.id ?? '', code })
  await client.signOut()
  await client.resetPasswordForEmail(EMAIL)
  const { link } = await auth.lastMail(EMAIL)
  const opened = await auth.request(`/verify${link?.search}`)
  const authCode = new URL(opened.headers.get('location') ?? '').searchParams.get('code') ?? ''
  const { data: recovered } = await client.exchangeCodeForSession(authCode)
  expect(recovered).toMatchObject({ user: { email: EMAIL }, redirectType: 'recovery' })
  data.subscription.unsubscribe()
  await client.signOut()
  expect(events).toEqual([
    'INITIAL_SESSION',
    'SIGNED_IN',
    'TOKEN_REFRESHED',
    'USER_UPDATED',
    'MFA_CHALLENGE_VERIFIED',
    'SIGNED_OUT',
    'PASSWORD_RECOVERY',
  ])
})

test('exchangeCodeForSession reports a missing verifier and an invalid code (auth 7.2)', async () => {
  await using auth = await createTestAuth()
  const { auth: client } = auth.client({ flowType: 'pkce' })
  const bare = await client.exchangeCodeForSession('x')
  expect(bare).toMatchObject({
    data: { ...NO_SESSION, redirectType: null },
    error: { name: 'AuthPKCECodeVerifierMissingError', code: 'pkce_code_verifier_not_found' },
  })
  await signUp(auth)
  await client.signInWithOtp({ email: EMAIL })
  const unknown = await client.exchangeCodeForSession('00000000-0000-4000-8000-000000000000')
  expect(unknown).toMatchObject({ data: NO_SESSION, error: { status: 404, code: 'flow_state_not_found' } })
})

test('maps errors to the classes of the client (auth 1.1)', async () => {
  await using auth = await createTestAuth({}, { ownDatabase: true })
  const { auth: client } = await signUp(auth)
  const weak = await auth.client().auth.signUp({ email: 'bob@example.org', password: 'abc' })
  expect([weak.data, isAuthWeakPasswordError(weak.error)]).toEqual([NO_SESSION, true])
  expect(weak.error).toMatchObject({ status: 422, code: 'weak_password', reasons: ['length'] })
  const wrong = await auth.client().auth.signInWithPassword({ email: EMAIL, password: 'wrong one 1' })
  expect([wrong.data, isAuthApiError(wrong.error)]).toEqual([NO_SESSION, true])
  expect(wrong.error).toMatchObject({ status: 400, code: 'invalid_credentials', message: 'Invalid login credentials' })
  const throwing = createClient(API_URL, KEYS.publishableKey, {
    auth: { throwOnError: true, persistSession: false, autoRefreshToken: false },
    global: { fetch: async (input, init) => auth.request(String(input).split('/auth/v1')[1] ?? '', init) },
  })
  expect(throwing.auth.isThrowOnErrorEnabled()).toBe(true)
  await expect(throwing.auth.signInWithPassword({ email: EMAIL, password: 'no' })).rejects.toMatchObject({
    code: 'invalid_credentials',
  })
  await auth.sql`delete from auth.sessions`
  expect(isAuthSessionMissingError((await client.getUser()).error)).toBe(true)
  await auth.sql`alter table auth.sessions rename to sessions_away`
  const failed = await auth.client().auth.signInWithPassword({ email: EMAIL, password: PASSWORD })
  expect([failed.data, isAuthRetryableFetchError(failed.error), failed.error?.status]).toEqual([NO_SESSION, true, 500])
})

test('startAutoRefresh renews an expiring session until it is stopped (auth 3.3)', async () => {
  await using auth = await createTestAuth({ GOTRUE_JWT_EXP: '60' })
  const { auth: client } = await signUp(auth)
  const refreshed = new Promise<string>((resolve) => {
    client.onAuthStateChange((event, session) => {
      if (event === 'TOKEN_REFRESHED') resolve(session?.access_token ?? '')
    })
  })
  await client.startAutoRefresh()
  expect((await auth.client().auth.getUser(await refreshed)).data.user?.email).toBe(EMAIL)
  await client.stopAutoRefresh()
  await client.dispose()
  expect((await auth.sql`select token from auth.refresh_tokens`).length).toBeGreaterThan(1)
  auth.wait(HOUR_MS)
})
