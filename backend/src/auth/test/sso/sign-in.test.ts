import { createHash, randomUUID } from 'node:crypto'
import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { SITE_URL } from '../test-auth.ts'
import { EMAIL_FORMAT } from './test-identity-provider.ts'
import {
  ADMIN,
  createTestSso,
  postResponse,
  readError,
  readFragment,
  readLocation,
  startSsoSignIn,
} from './test-sso.ts'

const HOUR_MS = 3_600_000

test('signs in through the identity provider of a domain with the official client (auth 7.11)', async () => {
  await using context = await createTestSso()
  const { auth, idp, id } = context
  const client = auth.client({ flowType: 'pkce' })
  const { data } = await client.auth.signInWithSSO({
    domain: 'ACME.example',
    options: { redirectTo: `${SITE_URL}/in` },
  })
  const request = await idp.readRequest(data?.url ?? '')
  const response = await postResponse(auth.request, await idp.respond({ requestId: request.id }), request.relayState)
  expect(response.status).toBe(302)
  const location = new URL(response.headers.get('location') ?? '')
  expect(`${location.origin}${location.pathname}`).toBe(`${SITE_URL}/in`)
  const { data: signedIn, error } = await client.auth.exchangeCodeForSession(location.searchParams.get('code') ?? '')
  expect(error).toBeNull()
  expect(signedIn.user).toMatchObject({ email: 'ada@acme.example', app_metadata: { provider: `sso:${id}` } })
  expect(signedIn.user?.identities).toMatchObject([
    {
      id: 'ada-of-acme',
      provider: `sso:${id}`,
      identity_data: { iss: idp.entityId, sub: 'ada-of-acme', email: 'ada@acme.example', email_verified: true },
    },
  ])
  expect(decodeJwt(signedIn.session?.access_token ?? '').amr).toMatchObject([{ method: 'sso/saml', provider: id }])
  const [row] = await auth.sql`select is_sso_user from auth.users`
  expect(row).toEqual({ is_sso_user: true })
})

test('requires exactly one existing and enabled provider at /sso (auth 7.11)', async () => {
  await using sso = await createTestSso({}, { disabled: true })
  const { auth, id } = sso
  const challenge = { code_challenge: 'x'.repeat(43) }
  const rows: [Record<string, unknown>, number, string][] = [
    [{}, 400, 'validation_failed'],
    [{ domain: 'acme.example', provider_id: id }, 400, 'validation_failed'],
    [{ provider_id: 'acme' }, 400, 'validation_failed'],
    [{ provider_id: id, ...challenge }, 400, 'validation_failed'],
    [{ provider_id: 7 }, 400, 'bad_json'],
    [{ domain: 'other.example' }, 404, 'sso_provider_not_found'],
    [{ provider_id: randomUUID() }, 404, 'sso_provider_not_found'],
    [{ provider_id: id }, 404, 'sso_provider_disabled'],
  ]
  for (const [json, status, code] of rows) {
    const response = await auth.request('/sso', { json })
    expect([json, response.status, (await response.json()).error_code]).toEqual([json, status, code])
  }
})

test('redirects /sso with 303 and a signed request without skip_http_redirect (auth 7.11)', async () => {
  await using sso = await createTestSso({}, { name_id_format: EMAIL_FORMAT })
  const json = { domain: 'acme.example', gotrue_meta_security: { captcha_token: 'x' }, code_challenge: null }
  const response = await sso.auth.request('/sso', { json })
  expect(response.status).toBe(303)
  const url = readLocation(response)
  expect(`${url.origin}${url.pathname}`).toBe('https://idp.test/sso')
  expect([...url.searchParams.keys()].sort()).toEqual(['RelayState', 'SAMLRequest', 'SigAlg', 'Signature', 'tenant'])
  expect(await sso.idp.readRequest(url.href)).toMatchObject({ nameIdFormat: EMAIL_FORMAT })
})

test('ends an implicit sign-in with tokens in the fragment (auth 7.11)', async () => {
  await using sso = await createTestSso()
  const request = await startSsoSignIn(sso, { redirect_to: `${SITE_URL}/deep?x=1#old` })
  const response = await postResponse(
    sso.auth.request,
    await sso.idp.respond({ requestId: request.id }),
    request.relayState,
  )
  expect([response.status, response.headers.get('location')?.split('#')[0]]).toEqual([302, `${SITE_URL}/deep?x=1`])
  expect([...readFragment(response).keys()].sort()).toEqual([
    'access_token',
    'expires_at',
    'expires_in',
    'refresh_token',
    'sb',
    'token_type',
  ])
  const headers = { Authorization: `Bearer ${readFragment(response).get('access_token')}` }
  expect((await sso.auth.request('/user', { headers })).status).toBe(200)
})

test('redirects a sign-in begun by the provider to an allowed target, else to the site (auth 7.11)', async () => {
  await using sso = await createTestSso({ GOTRUE_URI_ALLOW_LIST: 'https://app.example/**' })
  const rows: [string, string][] = [
    ['', SITE_URL],
    [`${SITE_URL}/place`, `${SITE_URL}/place`],
    ['https://app.example/a/b', 'https://app.example/a/b'],
    ['https://evil.example/', SITE_URL],
    ['javascript:alert(1)', SITE_URL],
    [`${SITE_URL}@evil.example/`, SITE_URL],
  ]
  for (const [relayState, target] of rows) {
    const response = await postResponse(sso.auth.request, await sso.idp.respond(), relayState)
    expect([relayState, response.headers.get('location')?.split('#')[0]]).toEqual([relayState, target])
    expect(readFragment(response).get('access_token')).toBeTruthy()
  }
})

test('ends the session at SessionNotOnOrAfter, with and without PKCE (auth 7.11)', async () => {
  await using sso = await createTestSso()
  const { auth, idp } = sso
  const implicit = readFragment(await postResponse(auth.request, await idp.respond({ sessionMs: HOUR_MS })))
  const verifier = 'v'.repeat(64)
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const request = await startSsoSignIn(sso, { code_challenge: challenge, code_challenge_method: 's256' })
  const response = await idp.respond({ requestId: request.id, sessionMs: HOUR_MS })
  const code = readLocation(await postResponse(auth.request, response, request.relayState)).searchParams.get('code')
  const exchange = { json: { auth_code: code, code_verifier: verifier } }
  const exchanged = await (await auth.request('/token?grant_type=pkce', exchange)).json()
  auth.wait(HOUR_MS + 1)
  for (const token of [implicit.get('refresh_token'), exchanged.refresh_token]) {
    const refreshed = await auth.request('/token?grant_type=refresh_token', { json: { refresh_token: token } })
    expect([refreshed.status, (await refreshed.json()).error_code]).toEqual([400, 'session_expired'])
  }
})

test('accepts either signature, and encrypted assertions when allowed (auth 7.11)', async () => {
  await using sso = await createTestSso({ GOTRUE_SAML_ALLOW_ENCRYPTED_ASSERTIONS: 'true' })
  for (const statement of [{ signed: 'message' }, { signed: 'both' }, { isEncrypted: true }] as const) {
    const response = await postResponse(sso.auth.request, await sso.idp.respond(statement))
    expect([statement, readError(response)]).toEqual([statement, [302, null]])
  }
})

test('rejects unknown, expired and malformed relay states (auth 7.11)', async () => {
  await using sso = await createTestSso()
  const { auth, idp } = sso
  const response = await idp.respond()
  expect(readError(await postResponse(auth.request, response, randomUUID()))).toEqual([
    303,
    'saml_relay_state_not_found',
  ])
  expect(readError(await postResponse(auth.request, response, 'nonsense'))).toEqual([303, 'validation_failed'])
  const request = await startSsoSignIn(sso)
  auth.wait(2 * 60_000 + 1)
  const late = await postResponse(auth.request, await idp.respond({ requestId: request.id }), request.relayState)
  expect(readError(late)).toEqual([303, 'saml_relay_state_expired'])
  expect(readLocation(late).searchParams.has('error')).toBe(true)
})

test('rejects a disabled or deleted provider (auth 7.11)', async () => {
  await using sso = await createTestSso()
  const { auth, idp, id } = sso
  await auth.request(`/admin/sso/providers/${id}`, { ...ADMIN, method: 'PUT', json: { disabled: true } })
  expect(readError(await postResponse(auth.request, await idp.respond()))).toEqual([303, 'sso_provider_disabled'])
  await auth.request(`/admin/sso/providers/${id}`, { ...ADMIN, method: 'DELETE' })
  expect(readError(await postResponse(auth.request, await idp.respond()))).toEqual([303, 'saml_idp_not_found'])
})

test('limits the responses of a client to a burst of thirty (auth 7.11)', async () => {
  await using sso = await createTestSso()
  const headers = { 'X-Forwarded-For': '192.0.2.7' }
  const post = () => sso.auth.request('/sso/saml/acs', { method: 'POST', body: new URLSearchParams(), headers })
  const statuses = (await Promise.all(Array.from({ length: 31 }, post))).map(({ status }) => status)
  expect(statuses.filter((status) => status === 429)).toHaveLength(1)
})
