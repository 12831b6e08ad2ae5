import fastCheck from 'fast-check'
import { expect, test } from 'vitest'
import { TestAuthenticator } from '../passkeys/test-authenticator.ts'
import { createTestAuth, PASSWORD, SITE_URL, type TestAuth } from '../test-auth.ts'

const EMAIL = 'ada@example.org'
const ENABLED = { GOTRUE_MFA_WEB_AUTHN_ENROLL_ENABLED: 'true', GOTRUE_MFA_WEB_AUTHN_VERIFY_ENABLED: 'true' }
const PARTY = { rpId: 'site.test', rpOrigins: [SITE_URL] }

interface Answer<Body> {
  status: number
  body: Body & { error_code?: string; msg?: string }
}

interface ChallengeBody {
  id: string
  type: string
  expires_at: number
  webauthn: { type: 'create' | 'request'; credential_options: { publicKey: PublicKey } }
}

interface PublicKey {
  challenge: string
  rp: { id: string }
  user: { id: string; name: string }
  rpId: string
  allowCredentials: { id: string }[]
  excludeCredentials: { id: string }[]
}

interface TokenBody {
  access_token: string
  user: { factors: Record<string, unknown>[] }
}

/**
 * A user who calls the service directly over HTTP, because auth-js needs the objects of a browser. browser.test.ts
 * covers auth-js.
 */
async function signUp(auth: TestAuth, email = EMAIL) {
  const client = auth.client()
  const { data, error } = await client.auth.signUp({ email, password: PASSWORD })
  if (error) throw error
  let token = data.session?.access_token ?? ''
  const post = async <Body>(path: string, json: unknown): Promise<Answer<Body>> => {
    const response = await auth.request(path, { json, headers: { authorization: `Bearer ${token}` } })
    return { status: response.status, body: (await response.json()) as Answer<Body>['body'] }
  }
  const setToken = (text: string) => {
    token = text
  }
  return { client, post, setToken }
}

type Member = Awaited<ReturnType<typeof signUp>>

async function enroll({ client }: Member, friendlyName = 'Key'): Promise<string> {
  const { data, error } = await client.auth.mfa.webauthn.enroll({ friendlyName })
  if (error) throw error
  return data.id
}

function sendRequest(member: Member, factorId: string, webauthn: unknown = PARTY) {
  return member.post<ChallengeBody>(`/factors/${factorId}/challenge`, { factorId, webauthn })
}

function answerChallenge(member: Member, factorId: string, { id, webauthn }: ChallengeBody, credential: unknown) {
  return member.post<TokenBody>(`/factors/${factorId}/verify`, {
    challenge_id: id,
    webauthn: { type: webauthn.type, ...PARTY, credential_response: credential },
  })
}

/** A user with a verified security key in a session at aal2. */
async function withKey(auth: TestAuth, email = EMAIL) {
  const member = await signUp(auth, email)
  const factorId = await enroll(member)
  const key = new TestAuthenticator(SITE_URL)
  const { body } = await sendRequest(member, factorId)
  const raised = await answerChallenge(member, factorId, body, key.create(body.webauthn.credential_options.publicKey))
  member.setToken(raised.body.access_token)
  return { member, factorId, key, raised }
}

test('enrolls a security key, creates a credential and raises the session to aal2 (auth 7.10)', async () => {
  await using auth = await createTestAuth(ENABLED)
  const member = await signUp(auth)
  const { data } = await member.client.auth.mfa.enroll({ factorType: 'webauthn', friendlyName: 'Key' })
  expect(data).toEqual({ id: expect.any(String), type: 'webauthn', friendly_name: 'Key' })
  const factorId = data?.id ?? ''
  const { status, body } = await sendRequest(member, factorId)
  expect([status, body.type, body.webauthn.type]).toEqual([200, 'webauthn', 'create'])
  expect(body.expires_at - Date.now() / 1_000).toBeGreaterThan(290)
  const { publicKey } = body.webauthn.credential_options
  expect(publicKey).toMatchObject({ rp: { id: 'site.test' }, user: { name: EMAIL }, excludeCredentials: [] })
  const raised = await answerChallenge(member, factorId, body, new TestAuthenticator(SITE_URL).create(publicKey))
  expect(raised.status).toBe(200)
  expect(await auth.tokens.verify(raised.body.access_token)).toMatchObject({
    aal: 'aal2',
    amr: [{ method: 'mfa/webauthn' }, { method: 'password' }],
  })
  expect(raised.body.user.factors).toMatchObject([
    {
      factor_type: 'webauthn',
      status: 'verified',
      web_authn_aaguid: '00000000-0000-0000-0000-000000000000',
      last_webauthn_challenge_data: { type: 'create', challenge: publicKey.challenge },
    },
  ])
})

test('requests an assertion from a verified key and stores its counter (auth 7.10)', async () => {
  await using auth = await createTestAuth(ENABLED)
  const { member, factorId, key } = await withKey(auth)
  const { body } = await sendRequest(member, factorId)
  const { publicKey } = body.webauthn.credential_options
  expect(body.webauthn.type).toBe('request')
  expect(publicKey).toMatchObject({ rpId: 'site.test', allowCredentials: [{ id: key.id.toString('base64url') }] })
  expect((await answerChallenge(member, factorId, body, key.get(publicKey))).status).toBe(200)
  const [row] =
    await auth.sql`select web_authn_credential -> 'authenticator' ->> 'signCount' as count from auth.mfa_factors`
  expect(row?.count).toBe('1')
})

test('excludes devices that already hold a key of the account (auth 7.10)', async () => {
  await using auth = await createTestAuth(ENABLED)
  const { member, key } = await withKey(auth)
  const { status, body: second } = await member.post<{ id: string }>('/factors', {
    factor_type: 'webauthn',
    friendly_name: 'Second',
  })
  expect(status).toBe(200)
  const { body } = await sendRequest(member, second.id)
  expect(body.webauthn.credential_options.publicKey.excludeCredentials).toMatchObject([
    { id: key.id.toString('base64url') },
  ])
})

test.each([
  ['of another origin', { origin: 'https://evil.test' }],
  ['for another site', { rpId: 'evil.test' }],
  ['of another ceremony', { type: 'webauthn.create' }],
  ['without user presence', { flags: 0 }],
  ['with an unknown user handle', { userHandle: 'bm9ib2R5' }],
  ['with an unchanged counter', { counter: 1 }],
  ['with a lower counter', { counter: 0 }],
])('rejects a signature %s and keeps the challenge usable (auth 7.10)', async (_name, oddity) => {
  await using auth = await createTestAuth(ENABLED)
  const { member, factorId, key } = await withKey(auth)
  const first = (await sendRequest(member, factorId)).body
  await answerChallenge(member, factorId, first, key.get(first.webauthn.credential_options.publicKey))
  const { body } = await sendRequest(member, factorId)
  const { publicKey } = body.webauthn.credential_options
  const rejected = await answerChallenge(member, factorId, body, key.get(publicKey, oddity))
  expect([rejected.status, rejected.body.error_code]).toEqual([422, 'mfa_verification_failed'])
  expect((await answerChallenge(member, factorId, body, key.get(publicKey))).status).toBe(200)
})

test('rejects a signature that is reused or made for another challenge (auth 7.10)', async () => {
  await using auth = await createTestAuth(ENABLED)
  const { member, factorId, key } = await withKey(auth)
  const { body } = await sendRequest(member, factorId)
  const signature = key.get(body.webauthn.credential_options.publicKey)
  expect((await answerChallenge(member, factorId, body, signature)).status).toBe(200)
  const replayed = await answerChallenge(member, factorId, body, signature)
  expect([replayed.status, replayed.body.error_code]).toEqual([422, 'mfa_ip_address_mismatch'])
  const { body: next } = await sendRequest(member, factorId)
  const crossed = await answerChallenge(member, factorId, next, signature)
  expect([crossed.status, crossed.body.error_code]).toEqual([422, 'mfa_verification_failed'])
})

test('accepts a signature once under concurrent requests to two processes (auth 7.10)', async () => {
  await using auth = await createTestAuth(ENABLED)
  const { member, factorId, key, raised } = await withKey(auth)
  const { body } = await sendRequest(member, factorId)
  const credential = key.get(body.webauthn.credential_options.publicKey)
  const second = auth.secondProcess()
  const headers = { authorization: `Bearer ${raised.body.access_token}` }
  const json = { challenge_id: body.id, webauthn: { type: 'request', credential_response: credential } }
  const verify = (request: TestAuth['request']) => request(`/factors/${factorId}/verify`, { json, headers })
  const responses = await Promise.all([verify(auth.request), verify(second), verify(auth.request), verify(second)])
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422])
})

test('rejects key, factor and challenge of another user (auth 7.10)', async () => {
  await using auth = await createTestAuth(ENABLED)
  const ada = await withKey(auth)
  const bob = await withKey(auth, 'bob@example.org')
  const { body } = await sendRequest(ada.member, ada.factorId)
  const { publicKey } = body.webauthn.credential_options
  const byOtherKey = await answerChallenge(ada.member, ada.factorId, body, bob.key.get(publicKey))
  expect(byOtherKey.body.error_code).toBe('mfa_verification_failed')
  const atOtherFactor = await answerChallenge(bob.member, ada.factorId, body, ada.key.get(publicKey))
  expect([atOtherFactor.status, atOtherFactor.body.error_code]).toEqual([404, 'mfa_factor_not_found'])
  const otherChallenge = await answerChallenge(bob.member, bob.factorId, body, bob.key.get(publicKey))
  expect([otherChallenge.status, otherChallenge.body.error_code]).toEqual([422, 'mfa_factor_not_found'])
})

test('expires a challenge after five minutes (auth 7.10)', async () => {
  await using auth = await createTestAuth(ENABLED)
  const { member, factorId, key } = await withKey(auth)
  const { body } = await sendRequest(member, factorId)
  auth.wait(301_000)
  const late = await answerChallenge(member, factorId, body, key.get(body.webauthn.credential_options.publicKey))
  expect([late.status, late.body.error_code]).toEqual([422, 'mfa_challenge_expired'])
})

test('rejects a site that is not ours (auth 7.10)', async () => {
  await using auth = await createTestAuth(ENABLED)
  const member = await signUp(auth)
  const factorId = await enroll(member)
  for (const party of [
    { rpId: 'evil.test', rpOrigins: [SITE_URL] },
    { rpId: 'site.test', rpOrigins: [SITE_URL, 'https://evil.test'] },
  ]) {
    const { status, body } = await sendRequest(member, factorId, party)
    expect([status, body.error_code]).toEqual([400, 'validation_failed'])
  }
})

test('rejects a webauthn part that is missing, mistyped or not a credential (auth 7.10)', async () => {
  await using auth = await createTestAuth(ENABLED)
  const { member, factorId, key } = await withKey(auth)
  const { body } = await sendRequest(member, factorId)
  const { publicKey } = body.webauthn.credential_options
  const signature = key.get(publicKey)
  for (const webauthn of [
    undefined,
    {},
    { type: 'delete', credential_response: signature },
    { type: 'create', credential_response: signature },
    { type: 'request' },
    { type: 'request', credential_response: 'nonsense' },
    { type: 'request', credential_response: { ...signature, id: 'not base64url!' } },
  ]) {
    const { status, body: rejection } = await member.post(`/factors/${factorId}/verify`, {
      challenge_id: body.id,
      webauthn,
      code: '123456',
    })
    expect([status, (rejection as { error_code: string }).error_code]).toEqual([400, 'validation_failed'])
  }
  expect((await answerChallenge(member, factorId, body, signature)).status).toBe(200)
})

test('neither enrolls nor accepts keys when they are disabled (auth 7.10)', async () => {
  await using off = await createTestAuth()
  const bob = await signUp(off, 'bob@example.org')
  expect((await bob.client.auth.mfa.webauthn.enroll({ friendlyName: 'Key' })).error).toMatchObject({
    status: 422,
    code: 'mfa_webauthn_enroll_not_enabled',
    message: 'MFA enroll is disabled for WebAuthn',
  })
  await using auth = await createTestAuth({ GOTRUE_MFA_WEB_AUTHN_ENROLL_ENABLED: 'true' })
  const member = await signUp(auth)
  const factorId = await enroll(member)
  const { status, body } = await sendRequest(member, factorId)
  expect([status, body.error_code]).toEqual([422, 'mfa_webauthn_verify_not_enabled'])
  const verified = await member.post<{ error_code: string }>(`/factors/${factorId}/verify`, {
    challenge_id: crypto.randomUUID(),
    webauthn: { type: 'create', credential_response: {} },
  })
  expect([verified.status, verified.body.error_code]).toEqual([422, 'mfa_webauthn_verify_not_enabled'])
})

test('rejects malformed bodies without failing (auth 7.10)', { timeout: 60_000 }, async () => {
  await using auth = await createTestAuth({ ...ENABLED, GOTRUE_PASSKEY_ENABLED: 'true' })
  const { member, factorId, key } = await withKey(auth)
  const { body } = await sendRequest(member, factorId)
  const good = key.get(body.webauthn.credential_options.publicKey)
  const bytes = fastCheck.uint8Array({ maxLength: 200 }).map((array) => Buffer.from(array).toString('base64url'))
  const junk = fastCheck.oneof(bytes, fastCheck.string(), fastCheck.jsonValue())
  const response = fastCheck.record(
    { clientDataJSON: junk, authenticatorData: junk, attestationObject: junk, signature: junk, userHandle: junk },
    { requiredKeys: [] },
  )
  const broken = fastCheck
    .record({ id: junk, rawId: junk, type: junk, response }, { requiredKeys: [] })
    .chain((part) =>
      fastCheck.constantFrom(part, { ...good, ...part }, { ...good, response: { ...good.response, ...part.response } }),
    )
  // Fields of a registration do not matter in an assertion, malformed or not. An empty user handle is none.
  const isGood = ({ response: given, ...rest }: { response?: { userHandle?: unknown } }) => {
    const relevant = { ...given, attestationObject: undefined, userHandle: given?.userHandle || undefined }
    return JSON.stringify({ ...rest, response: relevant }) === JSON.stringify(good)
  }
  await fastCheck.assert(
    fastCheck.asyncProperty(broken, fastCheck.constantFrom('create', 'request'), async (credential, type) => {
      fastCheck.pre(!isGood(credential))
      await auth.sql`delete from auth.rate_limits`
      const json = { challenge_id: body.id, webauthn: { type, credential_response: credential } }
      const asFactor = await member.post(`/factors/${factorId}/verify`, json)
      expect(asFactor.status).toBeGreaterThanOrEqual(400)
      expect(asFactor.status).toBeLessThan(500)
      const asPasskey = await auth.request('/passkeys/authentication/verify', {
        json: { challenge_id: body.id, credential },
      })
      expect(asPasskey.status).toBe(400)
    }),
    { numRuns: 150 },
  )
})
