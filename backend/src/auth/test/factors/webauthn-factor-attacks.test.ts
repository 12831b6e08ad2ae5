import fastCheck from 'fast-check'
import { expect, test } from 'vitest'
import { createTestAuth, SITE_URL } from '../test-auth.ts'
import { answerChallenge, ENABLED, enroll, sendRequest, signUp, withKey } from './test-webauthn-factor.ts'

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
  // Fields of a registration do not matter in an assertion, malformed or not. An empty user handle counts as none.
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
