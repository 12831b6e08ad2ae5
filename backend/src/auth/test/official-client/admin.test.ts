import { randomUUID } from 'node:crypto'
import type { GenerateLinkParams } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { createTestAuth, KEYS, PASSWORD, SITE_URL, type TestAuth } from '../test-auth.ts'
import { signUp } from '../test-member.ts'

const EMAIL = 'ada@example.org'
const NEW_EMAIL = 'new@example.org'
const admin = (auth: TestAuth) => auth.client({ key: KEYS.secretKey }).auth.admin

test('createUser, getUserById, updateUserById and deleteUser manage a user (auth 8)', async () => {
  await using auth = await createTestAuth()
  const operator = admin(auth)
  const made = await operator.createUser({
    email: EMAIL,
    phone: '4915112345678',
    password: PASSWORD,
    email_confirm: true,
    phone_confirm: true,
    user_metadata: { name: 'Ada' },
    app_metadata: { plan: 'gold' },
    ban_duration: '24h',
  })
  expect([made.error, made.data.user]).toMatchObject([
    null,
    {
      email: EMAIL,
      email_confirmed_at: expect.any(String),
      phone_confirmed_at: expect.any(String),
      user_metadata: { name: 'Ada', email_verified: true },
      app_metadata: { plan: 'gold', provider: 'email', providers: ['email', 'phone'] },
      banned_until: expect.any(String),
    },
  ])
  const id = made.data.user?.id ?? ''
  expect(await operator.createUser({ email: EMAIL })).toMatchObject({
    data: { user: null },
    error: { status: 422, code: 'email_exists', name: 'AuthApiError' },
  })
  expect((await operator.getUserById(id)).data.user?.id).toBe(id)
  const changed = await operator.updateUserById(id, {
    email: NEW_EMAIL,
    role: 'editor',
    ban_duration: 'none',
    user_metadata: { name: null, city: 'Rome' },
  })
  expect(changed.data.user).toMatchObject({ email: NEW_EMAIL, role: 'editor', user_metadata: { city: 'Rome' } })
  expect(changed.data.user).not.toHaveProperty('banned_until')
  const weak = await operator.updateUserById(id, { password: 'abc' })
  expect(weak).toMatchObject({ data: { user: null }, error: { name: 'AuthWeakPasswordError', reasons: ['length'] } })
  const unknown = await operator.updateUserById(randomUUID(), {})
  expect(unknown).toMatchObject({ data: { user: null }, error: { status: 404, code: 'user_not_found' } })
  await expect(operator.getUserById('7')).rejects.toThrow('Expected parameter to be UUID')
  expect(await operator.deleteUser(id, true)).toMatchObject({ data: { user: { id } }, error: null })
  expect((await operator.getUserById(id)).data.user?.deleted_at).toBeTruthy()
  expect(await operator.deleteUser(id)).toMatchObject({ data: { user: { id } }, error: null })
  expect(await operator.deleteUser(id)).toMatchObject({ data: { user: null }, error: { code: 'user_not_found' } })
  const stranger = await auth.client().auth.admin.createUser({ email: 'x@example.org' })
  expect(stranger.error).toMatchObject({ status: 403, code: 'not_admin', message: 'User not allowed' })
})

test('listUsers returns pages with their neighbours and the total (auth 8)', async () => {
  await using auth = await createTestAuth()
  expect((await admin(auth).listUsers()).data).toMatchObject({
    users: [],
    aud: 'authenticated',
    total: 0,
    nextPage: null,
  })
  for (let count = 0; count < 5; count += 1) {
    await admin(auth).createUser({ email: `m${count}@example.org` })
    auth.wait(1_000)
  }
  const read = async (page: number, perPage: number) => {
    const { data } = await admin(auth).listUsers({ page, perPage })
    const { nextPage, lastPage, total } = data as { nextPage: number | null; lastPage: number; total: number }
    return [data.users.map(({ email }) => email?.slice(0, 2)), nextPage, lastPage, total]
  }
  expect(await read(1, 2)).toEqual([['m4', 'm3'], 2, 3, 5])
  expect(await read(2, 2)).toEqual([['m2', 'm1'], 3, 3, 5])
  expect(await read(3, 2)).toEqual([['m0'], null, 3, 5])
  expect(await read(4, 2)).toEqual([[], null, 3, 5])
  const bad = await admin(auth).listUsers({ page: -1 })
  expect(bad).toMatchObject({ data: { users: [] }, error: { status: 400, code: 'validation_failed' } })
  expect((await auth.client().auth.admin.listUsers()).error).toMatchObject({ status: 403, code: 'not_admin' })
})

test('inviteUserByEmail creates an unconfirmed account with data and a redirect (auth 8)', async () => {
  await using auth = await createTestAuth()
  const options = { data: { team: 'red' }, redirectTo: `${SITE_URL}/welcome` }
  const { data, error } = await admin(auth).inviteUserByEmail(EMAIL, options)
  expect([error, data.user]).toMatchObject([null, { email: EMAIL, user_metadata: { team: 'red' }, identities: [{}] }])
  expect(data.user?.invited_at).toBeTruthy()
  expect(data.user?.email_confirmed_at).toBeUndefined()
  const { hash } = await auth.lastMail(EMAIL)
  const opened = await auth.request(`/verify?type=invite&token=${hash}&redirect_to=${options.redirectTo}`)
  expect(opened.headers.get('location')).toMatch(/^http:\/\/site\.test:3000\/welcome#access_token=/)
  expect((await auth.client().auth.verifyOtp({ token_hash: hash, type: 'invite' })).error?.code).toBe('otp_expired')
  const again = await admin(auth).inviteUserByEmail(EMAIL)
  expect(again).toMatchObject({ data: { user: null }, error: { status: 422, code: 'email_exists' } })
})

test('generateLink returns properties and user for every type and emails nothing (auth 8)', async () => {
  await using auth = await createTestAuth({ GOTRUE_MAILER_AUTOCONFIRM: 'false' })
  const redirectTo = `${SITE_URL}/in`
  const rows: GenerateLinkParams[] = [
    { type: 'signup', email: EMAIL, password: PASSWORD, options: { data: { name: 'Ada' }, redirectTo } },
    { type: 'invite', email: 'bob@example.org', options: { data: { team: 'red' }, redirectTo } },
    { type: 'magiclink', email: EMAIL, options: { redirectTo } },
    { type: 'recovery', email: EMAIL, options: { redirectTo } },
    { type: 'email_change_current', email: EMAIL, newEmail: NEW_EMAIL, options: { redirectTo } },
    { type: 'email_change_new', email: EMAIL, newEmail: NEW_EMAIL, options: { redirectTo } },
  ]
  for (const row of rows) {
    const { data, error } = await admin(auth).generateLink(row)
    expect([row.type, error]).toEqual([row.type, null])
    expect(data).toEqual({
      properties: {
        action_link: expect.stringContaining(encodeURIComponent(redirectTo)),
        email_otp: expect.stringMatching(/^\d{6}$/),
        hashed_token: expect.any(String),
        redirect_to: redirectTo,
        verification_type: row.type,
      },
      user: expect.objectContaining({ email: row.email, id: expect.any(String) }),
    })
    if (row.type !== 'magiclink' && row.type !== 'recovery') continue
    const token = data.properties?.email_otp ?? ''
    const typed = await auth.client().auth.verifyOtp({ email: EMAIL, token, type: row.type })
    expect([row.type, typed.error, typed.data.user?.email]).toEqual([row.type, null, EMAIL])
  }
  expect(await auth.sql`select from auth.outbox`).toHaveLength(0)
  const unknown = await admin(auth).generateLink({ type: 'recovery', email: 'nobody@example.org' })
  expect(unknown).toMatchObject({
    data: { properties: null, user: null },
    error: { status: 404, code: 'user_not_found' },
  })
})

test('customProviders creates, lists, reads, updates and deletes providers (auth 8)', async () => {
  await using auth = await createTestAuth()
  const { customProviders } = admin(auth)
  const fields = {
    provider_type: 'oauth2',
    identifier: 'custom:acme',
    name: 'Acme',
    client_id: 'c',
    client_secret: 's',
    authorization_url: 'https://acme.example/authorize',
    token_url: 'https://acme.example/token',
    userinfo_url: 'https://acme.example/me',
    scopes: ['read'],
  } as const
  expect(await customProviders.listProviders()).toEqual({ data: { providers: [] }, error: null })
  const { client_secret: _secret, ...shown } = fields
  expect(await customProviders.createProvider({ ...fields, scopes: ['read'] })).toMatchObject({
    data: shown,
    error: null,
  })
  const { data: read } = await customProviders.getProvider('custom:acme')
  expect(read).toMatchObject({ ...shown, id: expect.any(String), enabled: true, created_at: expect.any(String) })
  expect(read).not.toHaveProperty('client_secret')
  expect((await customProviders.listProviders({ type: 'oauth2' })).data.providers).toHaveLength(1)
  expect((await customProviders.listProviders({ type: 'oidc' })).data.providers).toEqual([])
  const changed = await customProviders.updateProvider('custom:acme', { enabled: false })
  expect(changed.data).toMatchObject({ enabled: false, name: 'Acme' })
  const taken = await customProviders.createProvider({ ...fields, scopes: [] })
  expect(taken).toMatchObject({ data: null, error: { status: 400, code: 'conflict' } })
  expect(await customProviders.deleteProvider('custom:acme')).toEqual({ data: null, error: null })
  const gone = await customProviders.deleteProvider('custom:acme')
  expect(gone).toMatchObject({ data: null, error: { status: 404, code: 'custom_provider_not_found' } })
})

test('oauth reports missing clients and empty lists (auth 9.2)', async () => {
  await using off = await createTestAuth()
  const rejected = await admin(off).oauth.listClients()
  expect(rejected).toMatchObject({ data: { clients: [] }, error: { status: 404, code: 'feature_disabled' } })
  await using auth = await createTestAuth({ GOTRUE_OAUTH_SERVER_ENABLED: 'true' })
  const { oauth } = admin(auth)
  expect((await oauth.listClients()).data).toMatchObject({ clients: [], total: 0, nextPage: null })
  const id = randomUUID()
  for (const { data, error } of [
    await oauth.getClient(id),
    await oauth.updateClient(id, { client_name: 'x' }),
    await oauth.regenerateClientSecret(id),
    await oauth.deleteClient(id),
  ]) {
    expect([data, error?.status, error?.code]).toEqual([null, 404, 'oauth_client_not_found'])
  }
  const { auth: member } = await signUp(auth)
  const absent = await member.oauth.getAuthorizationDetails('nothing')
  expect(absent).toMatchObject({ data: null, error: { status: 404, code: 'oauth_authorization_not_found' } })
  expect(await member.oauth.listGrants()).toEqual({ data: [], error: null })
})
