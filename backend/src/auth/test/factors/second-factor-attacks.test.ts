import { TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { createTestOauth, exchange, getCode, type TestOauth } from '../oauth-server/test-oauth.ts'
import { TestAuthenticator } from '../passkeys/test-authenticator.ts'
import { createTestAuth, PASSWORD, SITE_URL, type TestAuth } from '../test-auth.ts'
import { openSession, readError, sendRequest } from '../test-http.ts'

const EMAIL = 'ada@example.org'
const WEBAUTHN = { GOTRUE_MFA_WEB_AUTHN_ENROLL_ENABLED: 'true', GOTRUE_MFA_WEB_AUTHN_VERIFY_ENABLED: 'true' }
const PARTY = { rpId: 'site.test', rpOrigins: [SITE_URL] }

async function signIn(auth: TestAuth): Promise<string> {
  const { body } = await sendRequest(auth, 'POST', '/token?grant_type=password', {
    json: { email: EMAIL, password: PASSWORD },
  })
  return String(body.access_token)
}

async function enrollKey(auth: TestAuth, token: string): Promise<string> {
  const json = { factor_type: 'webauthn', friendly_name: 'Key' }
  return String((await sendRequest(auth, 'POST', '/factors', { json, token })).body.id)
}

/** Requests the challenge of an unverified security key and returns a function that answers it with a new credential. */
async function challengeKey(auth: TestAuth, token: string, id: string) {
  const { body } = await sendRequest(auth, 'POST', `/factors/${id}/challenge`, { json: { webauthn: PARTY }, token })
  const { credential_options: options } = body.webauthn as {
    credential_options: { publicKey: Parameters<TestAuthenticator['create']>[0] }
  }
  return (by = token) => {
    const credential = new TestAuthenticator(SITE_URL).create(options.publicKey)
    const json = { challenge_id: body.id, webauthn: { type: 'create', ...PARTY, credential_response: credential } }
    return sendRequest(auth, 'POST', `/factors/${id}/verify`, { json, token: by })
  }
}

test('verifies an older unverified factor only in a session that used the verified one (auth 7.10)', async () => {
  await using auth = await createTestAuth(WEBAUTHN)
  const { access_token: member } = await openSession(auth, EMAIL)
  // Someone with the password begins a factor, and the member enables another one.
  const begun = await enrollKey(auth, await signIn(auth))
  const { body: app } = await sendRequest(auth, 'POST', '/factors', { json: { factor_type: 'totp' }, token: member })
  const verifyApp = async (token: string, atMs: number) => {
    const { body } = await sendRequest(auth, 'POST', `/factors/${app.id}/challenge`, { token })
    const code = new TOTP({ secret: (app.totp as { secret: string }).secret }).generate({ timestamp: atMs })
    return sendRequest(auth, 'POST', `/factors/${app.id}/verify`, { json: { challenge_id: body.id, code }, token })
  }
  const raised = await verifyApp(member, Date.now())
  const stranger = await signIn(auth)
  const rejected = await (await challengeKey(auth, stranger, begun))()
  expect(readError(rejected)).toEqual([403, 'insufficient_aal', 'AAL2 required to enroll a new factor'])
  const token = String(raised.body.access_token)
  expect((await (await challengeKey(auth, token, begun))()).status).toBe(200)
})

test('does not replace the key of a verified factor by a challenge from before (auth 7.10)', async () => {
  await using auth = await createTestAuth(WEBAUTHN)
  const { access_token: member } = await openSession(auth, EMAIL)
  const id = await enrollKey(auth, member)
  const [answer, old] = [await challengeKey(auth, member, id), await challengeKey(auth, await signIn(auth), id)]
  expect((await answer()).status).toBe(200)
  expect(readError(await old(await signIn(auth))).slice(0, 2)).toEqual([422, 'mfa_verification_failed'])
})

/** Lets a client of the member's OAuth server sign in. Returns its refresh. */
async function connectApp(oauth: TestOauth) {
  const tokens = await (await exchange(oauth, oauth.auth.request, { code: await getCode(oauth) })).json()
  return () => exchange(oauth, oauth.auth.request, { grant_type: 'refresh_token', refresh_token: tokens.refresh_token })
}

test('keeps connected apps when a member signs in with their factor, but not when they add it (auth 7.10)', async () => {
  await using oauth = await createTestOauth()
  const { member } = oauth
  const before = await connectApp(oauth)
  const { data } = await member.auth.mfa.enroll({ factorType: 'totp' })
  const { id: factorId = '', totp } = data ?? {}
  const verify = (atMs: number) => {
    const code = new TOTP({ secret: totp?.secret ?? '' }).generate({ timestamp: atMs })
    return member.auth.mfa.challengeAndVerify({ factorId, code })
  }
  expect((await verify(Date.now())).error).toBeNull()
  expect((await before()).status).toBe(400)
  const after = await connectApp(oauth)
  await member.auth.signInWithPassword({ email: EMAIL, password: PASSWORD })
  expect((await verify(Date.now() + 30_000)).error).toBeNull()
  expect((await after()).status).toBe(200)
})

test('links and unlinks no identity before the second factor (auth 7.9)', async () => {
  await using auth = await createTestAuth({ ...WEBAUTHN, GOTRUE_SECURITY_MANUAL_LINKING_ENABLED: 'true' })
  const { access_token: member } = await openSession(auth, EMAIL)
  const answer = await challengeKey(auth, member, await enrollKey(auth, member))
  const { body: raised } = await answer()
  const token = await signIn(auth)
  const unlinking = '/user/identities/00000000-0000-4000-8000-000000000000'
  const denied = [403, 'insufficient_aal', 'AAL2 required to link or unlink identities']
  const link = { id_token: 'x', provider: 'google', link_identity: true }
  expect(readError(await sendRequest(auth, 'DELETE', unlinking, { token }))).toEqual(denied)
  expect(readError(await sendRequest(auth, 'GET', '/user/identities/authorize?provider=google', { token }))).toEqual(
    denied,
  )
  const granted = await sendRequest(auth, 'POST', '/token?grant_type=id_token', { json: link, token })
  expect(readError(granted)).toEqual(denied)
  const allowed = await sendRequest(auth, 'DELETE', unlinking, { token: String(raised.access_token) })
  expect(readError(allowed)[1]).toBe('single_identity_not_deletable')
})
