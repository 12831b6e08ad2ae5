import { expect, test } from 'vitest'
import { createTestAuth, PASSWORD, type TestAuth } from '../test-auth.ts'

const PHONE = '4915112345678'
const LINKING = {
  GOTRUE_SECURITY_MANUAL_LINKING_ENABLED: 'true',
  GOTRUE_EXTERNAL_PHONE_ENABLED: 'true',
  GOTRUE_SMS_AUTOCONFIRM: 'true',
}

async function withTwoIdentities(auth: TestAuth) {
  const client = auth.client()
  await client.auth.signUp({ email: 'ada@example.org', password: PASSWORD })
  await client.auth.updateUser({ phone: PHONE })
  const { data } = await client.auth.getUserIdentities()
  const find = (provider: string) => data?.identities.find((identity) => identity.provider === provider)
  const [email, phone] = [find('email'), find('phone')]
  if (!email || !phone) throw new Error('The account lacks an identity.')
  return { client, email, phone }
}

test('unlinks an identity with its email and keeps the last one (auth 7.9)', async () => {
  await using auth = await createTestAuth(LINKING)
  const { client, email, phone } = await withTwoIdentities(auth)
  expect((await client.auth.unlinkIdentity(email)).error).toBeNull()
  const { data } = await client.auth.getUser()
  expect(data.user).toMatchObject({
    email: '',
    phone: PHONE,
    app_metadata: { provider: 'phone', providers: ['phone'] },
  })
  expect((await client.auth.unlinkIdentity(phone)).error).toMatchObject({
    status: 422,
    code: 'single_identity_not_deletable',
  })
})

test('does not unlink the identity of another user (auth 7.9)', async () => {
  await using auth = await createTestAuth(LINKING)
  const { client, phone } = await withTwoIdentities(auth)
  const foreign = { ...phone, identity_id: '00000000-0000-4000-8000-000000000000' }
  expect((await client.auth.unlinkIdentity(foreign)).error?.code).toBe('identity_not_found')
  expect((await client.auth.unlinkIdentity({ ...phone, identity_id: 'nonsense' })).error?.status).toBe(404)
})

test('rejects one of two concurrent requests that unlink the last two identities (auth 7.9)', async () => {
  await using auth = await createTestAuth(LINKING)
  const { client, email, phone } = await withTwoIdentities(auth)
  const responses = await Promise.all([client.auth.unlinkIdentity(email), client.auth.unlinkIdentity(phone)])
  expect(responses.filter(({ error }) => error === null)).toHaveLength(1)
})

test('rejects unlinking when it is disabled, which is the default (auth 7.9)', async () => {
  await using auth = await createTestAuth({ ...LINKING, GOTRUE_SECURITY_MANUAL_LINKING_ENABLED: 'false' })
  const { client, phone } = await withTwoIdentities(auth)
  expect((await client.auth.unlinkIdentity(phone)).error).toMatchObject({
    status: 404,
    code: 'manual_linking_disabled',
  })
})
