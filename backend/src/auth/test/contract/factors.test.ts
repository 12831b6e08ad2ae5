import { randomUUID } from 'node:crypto'
import { decodeJwt } from 'jose'
import { TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { createTestAuth, KEYS, PASSWORD, type TestAuth } from '../test-auth.ts'
import { openSession, readError, sendRequest } from '../test-http.ts'

const EMAIL = 'ada@example.org'

/** Enrolls a TOTP factor and returns it with a function that answers a challenge. */
async function enroll(auth: TestAuth, token: string, json: object = {}) {
  const { body } = await sendRequest(auth, 'POST', '/factors', { json: { factor_type: 'totp', ...json }, token })
  const { secret } = body.totp as { secret: string }
  const path = `/factors/${body.id}`
  const verify = async (by = token, at = Date.now()) => {
    const { body: challenge } = await sendRequest(auth, 'POST', `${path}/challenge`, { token: by })
    const code = new TOTP({ secret }).generate({ timestamp: at })
    return sendRequest(auth, 'POST', `${path}/verify`, { json: { challenge_id: challenge.id, code }, token: by })
  }
  return { id: String(body.id), path, secret, body, verify }
}

test('enrolls a factor, and rejects each invalid request with its error (auth 7.10)', async () => {
  await using auth = await createTestAuth({ GOTRUE_MFA_MAX_ENROLLED_FACTORS: '3' })
  const { access_token: token } = await openSession(auth, EMAIL)
  const problem = async (json: object) => readError(await sendRequest(auth, 'POST', '/factors', { json, token }))
  const first = await enroll(auth, token, { friendly_name: 'App', issuer: 'Spots' })
  expect(first.body).toEqual({
    id: expect.any(String),
    type: 'totp',
    friendly_name: 'App',
    totp: {
      qr_code: expect.stringMatching(/^(<\?xml.*\?>\s*)?<svg/),
      secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
      uri: `otpauth://totp/Spots:ada%40example.org?algorithm=SHA1&digits=6&issuer=Spots&period=30&secret=${first.secret}`,
    },
  })
  expect((await problem({ factor_type: 'sms' })).slice(0, 2)).toEqual([400, 'validation_failed'])
  const off = (type: string) => `MFA enroll is disabled for ${type}`
  expect(await problem({ factor_type: 'phone' })).toEqual([422, 'mfa_phone_enroll_not_enabled', off('Phone')])
  expect(await problem({ factor_type: 'webauthn' })).toEqual([422, 'mfa_webauthn_enroll_not_enabled', off('WebAuthn')])
  expect(await problem({ factor_type: 'totp', friendly_name: 'App' })).toEqual([
    422,
    'mfa_factor_name_conflict',
    'A factor with the friendly name "App" for this user already exists',
  ])
  await first.verify()
  // One session is at aal2, the other is still at aal1.
  const { body: low } = await sendRequest(auth, 'POST', '/token?grant_type=password', {
    json: { email: EMAIL, password: PASSWORD },
  })
  const rejected = await sendRequest(auth, 'POST', '/factors', {
    json: { factor_type: 'totp', friendly_name: 'Other' },
    token: String(low.access_token),
  })
  expect(readError(rejected)).toEqual([403, 'insufficient_aal', 'AAL2 required to enroll a new factor'])
  for (const name of ['b', 'c']) await enroll(auth, token, { friendly_name: name })
  expect((await problem({ factor_type: 'totp', friendly_name: 'd' })).slice(0, 2)).toEqual([
    422,
    'too_many_enrolled_mfa_factors',
  ])
})

test('rejects enrollment, challenge and verification of TOTP when it is disabled (auth 7.10)', async () => {
  await using off = await createTestAuth({ GOTRUE_MFA_TOTP_ENROLL_ENABLED: 'false' })
  const { access_token: anonymous } = await openSession(off, EMAIL)
  const rejected = readError(
    await sendRequest(off, 'POST', '/factors', { json: { factor_type: 'totp' }, token: anonymous }),
  )
  expect(rejected).toEqual([422, 'mfa_totp_enroll_not_enabled', 'MFA enroll is disabled for TOTP'])
  await using auth = await createTestAuth({ GOTRUE_MFA_TOTP_VERIFY_ENABLED: 'false' })
  const { access_token: token } = await openSession(auth, 'bob@example.org')
  const { path } = await enroll(auth, token)
  const json = { challenge_id: randomUUID(), code: '123456' }
  for (const step of ['challenge', 'verify']) {
    const problem = readError(await sendRequest(auth, 'POST', `${path}/${step}`, { json, token }))
    expect([step, ...problem.slice(0, 2)]).toEqual([step, 422, 'mfa_totp_verify_not_enabled'])
  }
})

test('challenges and verifies a factor, and rejects each invalid request with its error (auth 7.10)', async () => {
  await using auth = await createTestAuth()
  const { access_token: token } = await openSession(auth, EMAIL)
  const { id, path, secret } = await enroll(auth, token)
  const headers = { 'x-forwarded-for': '192.0.2.1' }
  const challenge = await sendRequest(auth, 'POST', `${path}/challenge`, { token, headers, json: { extra: 1 } })
  expect(challenge.body).toEqual({ id: expect.any(String), type: 'totp', expires_at: expect.any(Number) })
  expect(Number(challenge.body.expires_at) - Date.now() / 1_000).toBeGreaterThan(290)
  const code = new TOTP({ secret }).generate()
  const verify = async (json: object, at = path, from = headers) =>
    readError(await sendRequest(auth, 'POST', `${at}/verify`, { json, token, headers: from }))
  const proof = { challenge_id: challenge.body.id, code }
  expect(await verify(proof, '/factors/x')).toEqual([404, 'validation_failed', 'factor_id must be an UUID'])
  const nowhere = `/factors/${randomUUID()}`
  expect(await verify(proof, nowhere)).toEqual([404, 'mfa_factor_not_found', 'Factor not found'])
  expect(await verify({ ...proof, code: '' })).toEqual([400, 'validation_failed', 'Code needs to be non-empty'])
  const unknown = await verify({ ...proof, challenge_id: randomUUID() })
  expect(unknown.slice(0, 2)).toEqual([422, 'mfa_factor_not_found'])
  const elsewhere = await verify(proof, path, { 'x-forwarded-for': '192.0.2.2' })
  expect(elsewhere.slice(0, 2)).toEqual([422, 'mfa_ip_address_mismatch'])
  const wrong = await verify({ ...proof, code: code === '000000' ? '111111' : '000000' })
  expect(wrong).toEqual([422, 'mfa_verification_failed', 'Invalid TOTP code entered'])
  expect(await verify(proof)).toEqual([200, undefined, undefined])
  expect((await verify(proof)).slice(0, 2)).toEqual([422, 'mfa_ip_address_mismatch'])
  const { body: low } = await sendRequest(auth, 'POST', '/token?grant_type=password', {
    json: { email: EMAIL, password: PASSWORD },
  })
  expect(readError(await sendRequest(auth, 'DELETE', path, { token: String(low.access_token) }))).toEqual([
    422,
    'insufficient_aal',
    'AAL2 required to unenroll verified factor',
  ])
  const gone = await sendRequest(auth, 'DELETE', path, { token })
  expect([gone.status, gone.body]).toEqual([200, { id }])
})

test('accepts codes of the previous and next time step only (auth 7.10)', async () => {
  await using auth = await createTestAuth()
  const { access_token: token } = await openSession(auth, EMAIL)
  const { verify } = await enroll(auth, token)
  const STEP_MS = 30_000
  for (const [steps, status] of [
    [-3, 422],
    [3, 422],
    [1, 200],
  ] as const) {
    expect([steps, (await verify(token, Date.now() + steps * STEP_MS)).status]).toEqual([steps, status])
  }
})

test('raises the session to aal2, replaces its refresh token and deletes aal1 sessions and unverified factors (auth 7.10)', async () => {
  await using auth = await createTestAuth()
  const { access_token: token, refresh_token: old } = await openSession(auth, EMAIL)
  const first = await enroll(auth, token, { friendly_name: 'first' })
  await enroll(auth, token, { friendly_name: 'begun' })
  const json = { email: EMAIL, password: PASSWORD }
  const { body: low } = await sendRequest(auth, 'POST', '/token?grant_type=password', { json })
  const { body: raised } = await first.verify()
  const claims = decodeJwt(String(raised.access_token))
  expect([claims.session_id, claims.aal]).toEqual([decodeJwt(token).session_id, 'aal2'])
  const [session] = await auth.sql`select aal, factor_id from auth.sessions`
  expect(session).toEqual({ aal: 'aal2', factor_id: first.id })
  expect(await auth.sql`select revoked from auth.refresh_tokens where token = ${old}`).toEqual([{ revoked: true }])
  expect(raised.user).toMatchObject({ factors: [{ id: first.id, status: 'verified' }] })
  const ended = await sendRequest(auth, 'GET', '/user', { token: String(low.access_token) })
  expect(readError(ended).slice(0, 2)).toEqual([403, 'session_not_found'])
})

test('lets an operator delete all factors of a user at once (auth 8)', async () => {
  await using auth = await createTestAuth()
  const { access_token: token, user } = await openSession(auth, EMAIL)
  const path = `/admin/users/${user.id}/factors`
  const operator = { token: KEYS.secretKey }
  const factor = await enroll(auth, token)
  const { body: raised } = await factor.verify()
  const second = await enroll(auth, String(raised.access_token), { friendly_name: 'Backup' })
  expect((await sendRequest(auth, 'DELETE', path, { token })).status).toBe(403)
  const removed = await sendRequest(auth, 'DELETE', path, operator)
  expect([removed.status, JSON.parse(removed.text)]).toMatchObject([200, [{ id: factor.id }, { id: second.id }]])
  expect((await sendRequest(auth, 'GET', path, operator)).text).toBe('[]')
  const json = { refresh_token: raised.refresh_token }
  const { body: refreshed } = await sendRequest(auth, 'POST', '/token?grant_type=refresh_token', { json })
  expect(decodeJwt(String(refreshed.access_token))).toMatchObject({ aal: 'aal1', has_second_factor: false })
  expect((await sendRequest(auth, 'DELETE', path, operator)).text).toBe('[]')
})

test('lets an operator rename and delete a factor, and lowers the sessions that used it to aal1 (auth 8)', async () => {
  await using auth = await createTestAuth()
  const { access_token: token, user } = await openSession(auth, EMAIL)
  const path = `/admin/users/${user.id}/factors`
  const operator = { token: KEYS.secretKey }
  expect((await sendRequest(auth, 'GET', path, operator)).text).toBe('[]')
  const factor = await enroll(auth, token)
  const { body: raised } = await factor.verify()
  const renamed = await sendRequest(auth, 'PUT', `${path}/${factor.id}`, {
    ...operator,
    json: { friendly_name: 'App' },
  })
  expect(renamed.body).toMatchObject({ id: factor.id, friendly_name: 'App', status: 'verified', factor_type: 'totp' })
  const removed = await sendRequest(auth, 'DELETE', `${path}/${factor.id}`, operator)
  expect([removed.status, removed.body]).toEqual([
    200,
    expect.objectContaining({ id: factor.id, friendly_name: 'App' }),
  ])
  const json = { refresh_token: raised.refresh_token }
  const { body: refreshed } = await sendRequest(auth, 'POST', '/token?grant_type=refresh_token', { json })
  expect(decodeJwt(String(refreshed.access_token))).toMatchObject({ aal: 'aal1', amr: [{ method: 'password' }] })
  expect(readError(await sendRequest(auth, 'DELETE', `${path}/${factor.id}`, operator)).slice(0, 2)).toEqual([
    404,
    'mfa_factor_not_found',
  ])
})
