import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { PASSWORD } from '../test-auth.ts'
import { addMember, asBearer, createTestOauth, exchange, getCode, requestAuthorization } from './test-oauth.ts'

test('limits a client of a moderator or operator to the rights of an ordinary member (auth 3.1)', async () => {
  await using oauth = await createTestOauth()
  const { auth, operator, member } = oauth
  const { data } = await member.auth.getUser()
  const id = data.user?.id ?? ''
  await operator.auth.admin.updateUserById(id, { app_metadata: { role: 'moderator' }, role: 'service_role' })
  const tokens = await (await exchange(oauth, auth.request, { code: await getCode(oauth, { scope: 'email' }) })).json()
  const refresh = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token }
  const renewed = await (await exchange(oauth, auth.request, refresh)).json()
  for (const { access_token: token } of [tokens, renewed]) {
    expect(decodeJwt(token)).toMatchObject({ client_id: oauth.client.client_id, scope: 'email', role: 'authenticated' })
    expect(decodeJwt(token).app_metadata).toEqual({ provider: 'email', providers: ['email'] })
    expect((await auth.request('/admin/users', asBearer(token))).status).toBe(403)
  }
  const forged = await auth.tokens.sign({ ...decodeJwt(renewed.access_token), role: 'service_role' })
  expect((await auth.request('/admin/users', asBearer(forged))).status).toBe(403)
  const { data: own } = await auth.client().auth.signInWithPassword({ email: 'ada@example.org', password: PASSWORD })
  expect(decodeJwt(own.session?.access_token ?? '')).toMatchObject({
    role: 'service_role',
    app_metadata: { role: 'moderator' },
  })
})

test('lets another account answer a request after the first signs out (auth 9.2)', async () => {
  await using oauth = await createTestOauth()
  const id = await requestAuthorization(oauth)
  await oauth.member.auth.oauth.getAuthorizationDetails(id)
  const bob = await addMember(oauth.auth, 'bob@example.org')
  expect((await bob.auth.oauth.getAuthorizationDetails(id)).error?.code).toBe('oauth_authorization_not_found')
  await oauth.member.auth.signOut({ scope: 'local' })
  expect((await bob.auth.oauth.getAuthorizationDetails(id)).data).toMatchObject({ user: { email: 'bob@example.org' } })
  expect((await bob.auth.oauth.approveAuthorization(id)).error).toBeNull()
})

test('shows a client only what its scopes allow of the account (auth 9.2)', async () => {
  await using oauth = await createTestOauth()
  const { auth, operator, member } = oauth
  const { data } = await member.auth.getUser()
  await operator.auth.admin.updateUserById(data.user?.id ?? '', { phone: '41790000001', phone_confirm: true })
  await member.auth.updateUser({ data: { name: 'Ada', email: 'ada@example.org' } })
  await member.auth.mfa.enroll({ factorType: 'totp' })
  const secrets = { email: /ada@example/, phone: /41790000001/, profile: /"Ada"/, factors: /factor_type|identity_data/ }
  for (const [scope, known] of [
    ['read', []],
    ['own write', []],
    ['openid profile', ['profile']],
    ['email', ['email']],
    ['phone', ['phone']],
    ['openid profile email phone', ['email', 'phone', 'profile']],
  ] as const) {
    await member.auth.oauth.revokeGrant({ clientId: oauth.client.client_id })
    const tokens = await (await exchange(oauth, auth.request, { code: await getCode(oauth, { scope }) })).json()
    const refresh = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token }
    const renewed = await (await exchange(oauth, auth.request, refresh)).json()
    const user = await (await auth.request('/user', asBearer(renewed.access_token))).json()
    expect(user.id).toBe(data.user?.id)
    for (const view of [decodeJwt(tokens.access_token), decodeJwt(renewed.access_token), user]) {
      const found = Object.entries(secrets).filter(([, pattern]) => pattern.test(JSON.stringify(view)))
      expect([scope, found.map(([name]) => name)]).toEqual([scope, known])
    }
  }
})
