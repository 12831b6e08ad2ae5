import { expect, test } from 'vitest'
import { TestAuthenticator } from '../passkeys/test-authenticator.ts'
import { createTestAuth, SITE_URL, type TestAuth } from '../test-auth.ts'
import { answerChallenge, EMAIL, ENABLED, enroll, sendRequest, signUp, withKey } from './test-webauthn-factor.ts'

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

test('expires a challenge after five minutes (auth 7.10)', async () => {
  await using auth = await createTestAuth(ENABLED)
  const { member, factorId, key } = await withKey(auth)
  const { body } = await sendRequest(member, factorId)
  auth.wait(301_000)
  const late = await answerChallenge(member, factorId, body, key.get(body.webauthn.credential_options.publicKey))
  expect([late.status, late.body.error_code]).toEqual([422, 'mfa_challenge_expired'])
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
