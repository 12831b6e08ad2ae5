import { expect, test } from 'vitest'
import { createTestAuth, KEYS, PASSWORD, type TestAuth } from '../test-auth.ts'

const EMAIL = 'ada@example.org'
const HEADERS = { authorization: `Bearer ${KEYS.secretKey}` }

function admin(auth: TestAuth) {
  return auth.client({ key: KEYS.secretKey }).auth.admin
}

test.each([
  ['GET', '/admin/users'],
  ['POST', '/admin/users'],
  ['GET', '/admin/users/nonsense'],
  ['DELETE', '/admin/users/nonsense'],
  ['POST', '/invite'],
  ['POST', '/admin/generate_link'],
  ['GET', '/admin/audit'],
])('denies %s %s to everyone but an operator (auth 8)', async (method, path) => {
  await using auth = await createTestAuth()
  const { data } = await auth.client().auth.signUp({ email: EMAIL, password: PASSWORD })
  const sendRequest = async (headers: Record<string, string>) => (await auth.request(path, { method, headers })).status
  expect(await sendRequest({})).toBe(401)
  expect(await sendRequest({ authorization: `Bearer ${KEYS.publishableKey}` })).toBe(403)
  expect(await sendRequest({ authorization: `Bearer ${data.session?.access_token}` })).toBe(403)
  expect(await sendRequest({ authorization: 'Bearer sb_secret_other' })).toBe(401)
})

test('rejects a duplicate user id (auth 8)', async () => {
  await using auth = await createTestAuth()
  const id = '6f1c2a5e-8f5d-4b1e-9d0a-3a1d8c1f0b77'
  expect((await admin(auth).createUser({ id, email: EMAIL })).error).toBeNull()
  const again = await admin(auth).createUser({ id, email: 'other@example.org' })
  expect([again.error?.status, again.error?.code]).toEqual([422, 'conflict'])
})

test('creates, reads, updates and deletes a user (auth 8)', async () => {
  await using auth = await createTestAuth({ GOTRUE_DISABLE_SIGNUP: 'true' })
  const made = await admin(auth).createUser({
    email: EMAIL,
    password: 'weak!',
    email_confirm: true,
    user_metadata: { name: 'Ada' },
    app_metadata: { role: 'moderator' },
  })
  expect(made.data.user).toMatchObject({
    email: EMAIL,
    app_metadata: { provider: 'email', providers: ['email'], role: 'moderator' },
    user_metadata: { name: 'Ada', email_verified: true },
  })
  const id = made.data.user?.id ?? ''
  expect((await admin(auth).getUserById(id)).data.user?.identities).toHaveLength(1)
  expect((await admin(auth).createUser({ email: EMAIL })).error?.code).toBe('email_exists')

  const signedIn = auth.client()
  expect((await signedIn.auth.signInWithPassword({ email: EMAIL, password: 'weak!' })).error).toBeNull()
  const changed = await admin(auth).updateUserById(id, {
    email: 'new@example.org',
    password: PASSWORD,
    ban_duration: '24h',
  })
  expect(changed.data.user).toMatchObject({ email: 'new@example.org' })
  expect(changed.data.user?.identities?.[0]?.identity_data).toMatchObject({ email: 'new@example.org' })
  expect((await signedIn.auth.getUser()).error).not.toBeNull()
  const banned = await auth.client().auth.signInWithPassword({ email: 'new@example.org', password: PASSWORD })
  expect(banned.error?.code).toBe('user_banned')
  await admin(auth).updateUserById(id, { ban_duration: 'none' })
  const back = await auth.client().auth.signInWithPassword({ email: 'new@example.org', password: PASSWORD })
  expect(back.error).toBeNull()

  expect((await admin(auth).deleteUser(id)).error).toBeNull()
  expect((await admin(auth).getUserById(id)).error).toMatchObject({ status: 404, code: 'user_not_found' })
})

test.each(['user_metadata', 'app_metadata'] as const)('limits %s to 64 KiB (auth 4)', async (field) => {
  await using auth = await createTestAuth()
  const tooLarge = { [field]: { a: 'x'.repeat(70_000) } }
  const half = (key: string) => ({ [field]: { [key]: 'x'.repeat(40_000) } })
  expect((await admin(auth).createUser({ email: 'b@example.org', ...tooLarge })).error?.status).toBe(400)
  const { data } = await admin(auth).createUser({ email: EMAIL, ...half('a') })
  const id = data.user?.id ?? ''
  expect((await admin(auth).updateUserById(id, tooLarge)).error?.status).toBe(400)
  const more = await admin(auth).updateUserById(id, half('b'))
  expect(more.error?.message).toBe(`${field} must not be larger than 64 KiB`)
})

test('rejects a member whose ban has no end (auth 7.2)', async () => {
  await using auth = await createTestAuth()
  const client = auth.client()
  const { data } = await client.auth.signUp({ email: EMAIL, password: PASSWORD })
  await auth.sql`update auth.users set banned_until = 'infinity'`
  const signIn = await auth.client().auth.signInWithPassword({ email: EMAIL, password: PASSWORD })
  expect(signIn.error?.code).toBe('user_banned')
  expect((await auth.client().auth.getUser(data.session?.access_token)).error?.code).toBe('user_banned')
  expect((await admin(auth).getUserById(data.user?.id ?? '')).data.user?.banned_until).toMatch(/^\+275760-/)
})

test('removes personal data and frees the email in a soft delete (auth 8)', async () => {
  await using auth = await createTestAuth()
  const client = auth.client()
  const { data } = await client.auth.signUp({ email: EMAIL, password: PASSWORD, options: { data: { name: 'Ada' } } })
  const id = data.user?.id ?? ''
  await admin(auth).deleteUser(id, true)
  await admin(auth).deleteUser(id, true)
  const { data: gone } = await admin(auth).getUserById(id)
  expect(gone.user?.email).toMatch(/^[\w-]{43}$/)
  expect(gone.user).toMatchObject({ user_metadata: {}, app_metadata: {}, deleted_at: expect.any(String) })
  const [row] =
    await auth.sql`select to_jsonb(u)::text || (select jsonb_agg(i)::text from auth.identities i) as text from auth.users u`
  expect(row?.text).not.toMatch(/ada|Ada/)
  expect((await client.auth.getUser()).error).not.toBeNull()
  expect((await auth.client().auth.signUp({ email: EMAIL, password: PASSWORD })).error).toBeNull()
})

test('lists users in pages that the official client understands (auth 8)', async () => {
  await using auth = await createTestAuth()
  for (let index = 0; index < 5; index++) {
    await admin(auth).createUser({ email: `m${index}@example.org`, user_metadata: { full_name: `Member ${index}` } })
    auth.wait(1_000)
  }
  const { data } = await admin(auth).listUsers({ page: 2, perPage: 2 })
  expect(data.users.map(({ email }) => email)).toEqual(['m2@example.org', 'm1@example.org'])
  expect(data).toMatchObject({ total: 5, nextPage: 3, lastPage: 3, aud: 'authenticated' })
  const list = async (query: string) => {
    const response = await auth.request(`/admin/users?${query}`, { headers: HEADERS })
    const { users } = (await response.json()) as { users?: { email: string }[] }
    return { status: response.status, link: response.headers.get('link'), emails: users?.map(({ email }) => email) }
  }
  expect((await list('page=3&per_page=2')).link).toBe('</admin/users?page=3&per_page=2>; rel="last"')
  expect((await list('sort=created_at%20asc&per_page=1')).emails).toEqual(['m0@example.org'])
  expect((await list('filter=member%203')).emails).toEqual(['m3@example.org'])
  expect((await list('filter=%25')).emails).toEqual([])
  expect((await list('page=-1')).status).toBe(400)
  expect((await list('sort=email')).status).toBe(400)
  expect((await list('page=999999999&per_page=999999999')).status).toBe(200)
})

test.each([
  [{}, 400, 'Cannot create a user without either an email or phone'],
  [{ email: 'a@b.c', id: '7' }, 400, 'ID must be a valid UUID v4'],
  [{ email: 'a@b.c', password: 'x', password_hash: 'y' }, 400, 'Only a password or a password hash should be provided'],
  [{ email: 'a@b.c', ban_duration: '24' }, 400, 'invalid format for ban duration: write "24h", "1h30m" or "none"'],
  [{ email: 'a@b.c', ban_duration: 'soon' }, 400, 'invalid format for ban duration: write "24h", "1h30m" or "none"'],
  [
    { email: 'a@b.c', ban_duration: '99999999h' },
    400,
    'invalid format for ban duration: write "24h", "1h30m" or "none"',
  ],
  [
    { email: 'a@b.c', ban_duration: '9999999999999h' },
    400,
    'invalid format for ban duration: write "24h", "1h30m" or "none"',
  ],
])('rejects the new user %j (auth 8)', async (json, status, message) => {
  await using auth = await createTestAuth()
  const response = await auth.request('/admin/users', { json, headers: HEADERS })
  expect(response.status).toBe(status)
  expect(await response.json()).toMatchObject({ msg: message })
})

test('accepts a password hash of another service (auth 8)', async () => {
  await using auth = await createTestAuth()
  const [row] = await auth.sql<
    { hash: string }[]
  >`select extensions.crypt(${PASSWORD}, extensions.gen_salt('bf', 6)) as hash`
  await admin(auth).createUser({ email: EMAIL, password_hash: row?.hash ?? '', email_confirm: true })
  expect((await auth.client().auth.signInWithPassword({ email: EMAIL, password: PASSWORD })).error).toBeNull()
})

test('accepts an invitation through its link (auth 8)', async () => {
  await using auth = await createTestAuth()
  const { data } = await admin(auth).inviteUserByEmail(EMAIL, { data: { team: 'red' } })
  expect(data.user).toMatchObject({ email: EMAIL, invited_at: expect.any(String), user_metadata: { team: 'red' } })
  const { hash, subject } = await auth.lastMail(EMAIL)
  expect(subject).toBe("You've been invited")
  const accepted = await auth.client().auth.verifyOtp({ token_hash: hash, type: 'invite' })
  expect(accepted.data.user?.email_confirmed_at).toBeTruthy()
  expect((await admin(auth).inviteUserByEmail(EMAIL)).error?.code).toBe('email_exists')
})

test.each(['signup', 'invite', 'magiclink', 'recovery'] as const)(
  'signs in with a generated link of type %s (auth 8)',
  async (type) => {
    await using auth = await createTestAuth()
    if (type === 'recovery') await auth.client().auth.signUp({ email: EMAIL, password: PASSWORD })
    const options = { type, email: EMAIL, password: PASSWORD } as Parameters<
      ReturnType<typeof admin>['generateLink']
    >[0]
    const { data, error } = await admin(auth).generateLink(options)
    expect(error).toBeNull()
    expect(data.properties?.action_link).toContain(`token=${data.properties?.hashed_token}`)
    const verificationType = data.properties?.verification_type as 'signup'
    const verified = await auth.client().auth.verifyOtp({
      token_hash: data.properties?.hashed_token ?? '',
      type: verificationType,
    })
    expect(verified.data.user?.email).toBe(EMAIL)
  },
)

test('rejects a generated link for an unknown user or of an unknown type (auth 8)', async () => {
  await using auth = await createTestAuth()
  expect((await admin(auth).generateLink({ type: 'recovery', email: EMAIL })).error?.code).toBe('user_not_found')
  const response = await auth.request('/admin/generate_link', {
    json: { type: 'nonsense', email: EMAIL },
    headers: HEADERS,
  })
  expect(response.status).toBe(400)
})

test('writes an audit log without secrets (auth 8)', async () => {
  await using auth = await createTestAuth()
  const client = auth.client()
  await client.auth.signUp({ email: EMAIL, password: PASSWORD })
  await client.auth.refreshSession()
  await client.auth.signOut()
  const list = async (query: string) => {
    const response = await auth.request(`/admin/audit?${query}`, { headers: HEADERS })
    return { status: response.status, entries: (await response.json()) as { payload: { action: string } }[] }
  }
  const { entries } = await list('')
  const actions = entries.map(({ payload }) => payload.action)
  expect(actions.sort()).toEqual(['login', 'logout', 'token_refreshed', 'token_revoked', 'user_signedup'])
  expect((await list('query=action:refresh')).entries).toHaveLength(1)
  expect((await list('query=author:ada')).entries).toHaveLength(5)
  expect((await list('query=constructor:x')).status).toBe(400)
})
