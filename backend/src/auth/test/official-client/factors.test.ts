import { TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { createTestAuth, KEYS } from '../test-auth.ts'
import { signUp } from '../test-member.ts'

const NO_FACTORS = { all: [], totp: [], phone: [], webauthn: [], recovery_code: [] }

test('mfa enrolls, lists, challenges, verifies and unenrolls factors and reads levels (auth 7.10)', async () => {
  await using auth = await createTestAuth()
  const { auth: client } = await signUp(auth)
  const { mfa } = client
  expect(await mfa.listFactors()).toEqual({ data: NO_FACTORS, error: null })
  expect((await mfa.getAuthenticatorAssuranceLevel()).data).toEqual({
    currentLevel: 'aal1',
    nextLevel: 'aal1',
    currentAuthenticationMethods: [{ method: 'password', timestamp: expect.any(Number) }],
  })
  const { data: factor, error } = await mfa.enroll({ factorType: 'totp', friendlyName: 'App', issuer: 'Spots' })
  expect([error, factor]).toEqual([
    null,
    {
      id: expect.any(String),
      type: 'totp',
      friendly_name: 'App',
      totp: {
        qr_code: expect.stringMatching(/^data:image\/svg\+xml;utf-8,<svg/),
        secret: expect.any(String),
        uri: expect.stringContaining('issuer=Spots'),
      },
    },
  ])
  const factorId = factor?.id ?? ''
  const begun = await mfa.listFactors()
  expect(begun.data).toMatchObject({ all: [{ id: factorId, status: 'unverified' }], totp: [] })
  const { data: challenge } = await mfa.challenge({ factorId })
  expect(challenge).toMatchObject({ id: expect.any(String), type: 'totp', expires_at: expect.any(Number) })
  const challengeId = challenge?.id ?? ''
  const wrong = await mfa.verify({ factorId, challengeId, code: '12345' })
  expect(wrong).toMatchObject({ data: null, error: { status: 422, code: 'mfa_verification_failed' } })
  const code = new TOTP({ secret: factor?.totp.secret ?? '' }).generate()
  const raised = await mfa.verify({ factorId, challengeId, code })
  expect([raised.error, raised.data]).toMatchObject([
    null,
    {
      access_token: expect.any(String),
      token_type: 'bearer',
      expires_in: 3_600,
      user: { factors: [{ id: factorId }] },
    },
  ])
  expect((await client.getSession()).data.session?.access_token).toBe(raised.data?.access_token)
  const levels = await mfa.getAuthenticatorAssuranceLevel()
  expect(levels.data).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' })
  expect((await mfa.getAuthenticatorAssuranceLevel(raised.data?.access_token)).data?.currentLevel).toBe('aal2')
  expect((await mfa.listFactors()).data).toMatchObject({ all: [{}], totp: [{ id: factorId, status: 'verified' }] })
  expect(await mfa.unenroll({ factorId })).toEqual({ data: { id: factorId }, error: null })
  expect((await mfa.listFactors()).data).toEqual(NO_FACTORS)
  const gone = await mfa.unenroll({ factorId })
  expect(gone).toMatchObject({ data: null, error: { status: 404, code: 'mfa_factor_not_found' } })
  const stranger = await auth.client().auth.mfa.enroll({ factorType: 'totp' })
  expect(stranger).toMatchObject({ data: null, error: { status: 403, code: 'bad_jwt' } })
})

test('admin.mfa lists and deletes factors by their ids (auth 8)', async () => {
  await using auth = await createTestAuth()
  const { auth: client } = await signUp(auth)
  const userId = (await client.getUser()).data.user?.id ?? ''
  const { mfa } = auth.client({ key: KEYS.secretKey }).auth.admin
  expect(await mfa.listFactors({ userId })).toEqual({ data: { factors: [] }, error: null })
  const { data: factor } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'App' })
  const id = factor?.id ?? ''
  expect((await mfa.listFactors({ userId })).data?.factors).toMatchObject([{ id, friendly_name: 'App' }])
  const removed = await mfa.deleteFactor({ userId, id })
  // The client wraps the response once more than its types declare.
  expect([removed.error, JSON.stringify(removed.data)]).toEqual([null, expect.stringContaining(id)])
  expect(await mfa.deleteFactor({ userId, id })).toMatchObject({ data: null, error: { code: 'mfa_factor_not_found' } })
  await expect(mfa.listFactors({ userId: '7' })).rejects.toThrow('Expected parameter to be UUID')
})

test('marks recovery codes as experimental, and the service does not offer them', async () => {
  await using auth = await createTestAuth()
  const { auth: client } = await signUp(auth)
  await expect(client.mfa.recoveryCodes.getStatus()).rejects.toThrow(/experimental/)
})
