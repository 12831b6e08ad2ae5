import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createTestAuth, KEYS, PASSWORD, type TestAuth } from '../test-auth.ts'
import { openSession, readError, sendRequest } from '../test-http.ts'

const EMAIL = 'ada@example.org'
const PHONE = '4915112345678'
const HOUR_MS = 3_600_000

const operate = (auth: TestAuth, method: string, path: string, json?: object) =>
  sendRequest(auth, method, path, { token: KEYS.secretKey, ...(json === undefined ? {} : { json }) })

test('validates every field of a new user (auth 8)', async () => {
  await using auth = await createTestAuth({ GOTRUE_DISABLE_SIGNUP: 'true' }, { hashCost: 10 })
  const id = randomUUID()
  const { status, body } = await operate(auth, 'POST', '/admin/users', {
    id,
    aud: 'partners',
    role: 'editor',
    email: 'Ada@Example.org',
    phone: `+${PHONE}`,
    phone_confirm: true,
    user_metadata: { name: 'Ada' },
    app_metadata: { plan: 'gold' },
    ban_duration: '1h30m',
  })
  expect([status, body]).toEqual([
    200,
    expect.objectContaining({
      id,
      aud: 'partners',
      role: 'editor',
      email: EMAIL,
      phone: PHONE,
      phone_confirmed_at: expect.any(String),
      user_metadata: { name: 'Ada' },
      app_metadata: { plan: 'gold', provider: 'email', providers: ['email', 'phone'] },
      identities: [
        expect.objectContaining({
          provider: 'email',
          identity_data: expect.objectContaining({ email_verified: false }),
        }),
        expect.objectContaining({
          provider: 'phone',
          identity_data: expect.objectContaining({ phone_verified: true }),
        }),
      ],
    }),
  ])
  expect(body).not.toHaveProperty('email_confirmed_at')
  expect(Date.parse(String(body.banned_until)) - Date.now()).toBeGreaterThan(1.4 * HOUR_MS)
  expect(await auth.sql`select encrypted_password ~ '^\\$2a\\$10\\$' as "isRandom" from auth.users`).toEqual([
    { isRandom: true },
  ])
  expect(await auth.sql`select from auth.outbox`).toHaveLength(0)
  const problem = async (json: object) => readError(await operate(auth, 'POST', '/admin/users', json))
  const taken = 'has already been registered'
  expect(await problem({ email: EMAIL })).toEqual([422, 'email_exists', `A user with this email address ${taken}`])
  expect(await problem({ phone: PHONE })).toEqual([422, 'phone_exists', `A user with this phone number ${taken}`])
  expect((await problem({ email: 'x' })).slice(0, 2)).toEqual([400, 'validation_failed'])
  expect((await problem({ email: 'b@example.org', ban_duration: '1d' })).slice(0, 2)).toEqual([
    400,
    'validation_failed',
  ])
  expect((await problem({ email: 'b@example.org', email_confirm: 'yes' })).slice(0, 2)).toEqual([400, 'bad_json'])
  expect(await problem({ email: 'weak@example.org', password: 'x' })).toEqual([200, undefined, undefined])
})

test('applies updates at once, validates passwords, ends sessions and lifts bans (auth 8)', async () => {
  await using auth = await createTestAuth({ GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED: 'true' })
  const { access_token: token, user } = await openSession(auth, EMAIL)
  await openSession(auth, 'bob@example.org')
  const put = (json: object, id = user.id) => operate(auth, 'PUT', `/admin/users/${id}`, json)
  const { body } = await put({
    email: 'new@example.org',
    phone: PHONE,
    role: 'editor',
    email_confirm: true,
    user_metadata: { name: 'Ada', email_verified: null },
    app_metadata: { plan: 'gold' },
  })
  expect(body).toMatchObject({
    email: 'new@example.org',
    phone: PHONE,
    role: 'editor',
    user_metadata: { name: 'Ada', email_verified: true },
    app_metadata: { provider: 'email', providers: ['email', 'phone'], plan: 'gold' },
  })
  const verified = Object.fromEntries(
    (body.identities as { provider: string; identity_data: Record<string, unknown> }[]).map((identity) => [
      identity.provider,
      identity.identity_data[`${identity.provider}_verified`],
    ]),
  )
  expect(verified).toEqual({ email: true, phone: false })
  expect((await sendRequest(auth, 'GET', '/user', { token })).status).toBe(200)
  expect(readError(await put({ password: 'abc' })).slice(0, 2)).toEqual([422, 'weak_password'])
  expect(readError(await put({ email: 'bob@example.org' })).slice(0, 2)).toEqual([422, 'email_exists'])
  expect(readError(await put({ ban_duration: 'soon' })).slice(0, 2)).toEqual([400, 'validation_failed'])
  await put({ password: 'a better one 9' })
  expect(readError(await sendRequest(auth, 'GET', '/user', { token }))[1]).toBe('session_not_found')
  expect((await put({ ban_duration: '24h' })).body).toHaveProperty('banned_until')
  expect((await put({ ban_duration: 'none' })).body).not.toHaveProperty('banned_until')
  const { body: guest } = await sendRequest(auth, 'POST', '/signup', { json: {} })
  const { id } = guest.user as { id: string }
  const permanent = await put({ email: 'guest@example.org', email_confirm: true }, id)
  expect(permanent.body).toMatchObject({ is_anonymous: false, email_confirmed_at: expect.any(String) })
  expect(readError(await put({}, randomUUID()))).toEqual([404, 'user_not_found', 'User not found'])
})

test('deletes all data in a hard delete and keeps an anonymised row in a soft delete (auth 8)', async () => {
  await using auth = await createTestAuth({ GOTRUE_EXTERNAL_PHONE_ENABLED: 'true', GOTRUE_PASSKEY_ENABLED: 'true' })
  const ada = await openSession(auth, EMAIL)
  expect((await operate(auth, 'DELETE', `/admin/users/${ada.user.id}`)).text).toBe('{}')
  const tables = ['users', 'identities', 'sessions', 'refresh_tokens', 'mfa_amr_claims', 'one_time_tokens']
  for (const table of tables) expect(await auth.sql`select from ${auth.sql.raw(`auth.${table}`)}`).toHaveLength(0)
  const bob = await openSession(auth, 'bob@example.org')
  await auth.sql`update auth.users set phone = ${PHONE}, phone_change = '4930123456', email_change = 'new@example.org'`
  await sendRequest(auth, 'POST', '/factors', { json: { factor_type: 'totp' }, token: bob.access_token })
  await sendRequest(auth, 'POST', '/recover', { json: { email: 'bob@example.org' } })
  const path = `/admin/users/${bob.user.id}`
  for (let round = 0; round < 2; round += 1) {
    expect((await operate(auth, 'DELETE', path, { should_soft_delete: true })).text).toBe('{}')
  }
  const { body } = await operate(auth, 'GET', path)
  const hash = expect.stringMatching(/^[\w-]{43}$/)
  const short = expect.stringMatching(/^[\w-]{15}$/)
  expect(body).toMatchObject({
    email: hash,
    phone: short,
    new_email: hash,
    new_phone: short,
    user_metadata: {},
    app_metadata: {},
    deleted_at: expect.any(String),
    identities: [{ id: hash, identity_data: {} }],
  })
  expect(body).not.toHaveProperty('factors')
  const left = ['sessions', 'mfa_factors', 'one_time_tokens']
  for (const table of left) expect(await auth.sql`select from ${auth.sql.raw(`auth.${table}`)}`).toHaveLength(0)
  expect(readError(await sendRequest(auth, 'GET', '/user', { token: bob.access_token })).slice(0, 2)).toEqual([
    403,
    'user_not_found',
  ])
  await openSession(auth, 'bob@example.org')
})

test('returns 404 validation_failed for a malformed id and 404 user_not_found for an unknown one (auth 8)', async () => {
  await using auth = await createTestAuth()
  const unknownId = randomUUID()
  for (const [method, rest] of [
    ['GET', ''],
    ['PUT', ''],
    ['DELETE', ''],
    ['GET', '/factors'],
  ] as const) {
    const problem = async (id: string) =>
      readError(await operate(auth, method, `/admin/users/${id}${rest}`, method === 'GET' ? undefined : {}))
    expect([method, ...(await problem('nonsense')).slice(0, 2)]).toEqual([method, 404, 'validation_failed'])
    expect([method, ...(await problem(unknownId))]).toEqual([method, 404, 'user_not_found', 'User not found'])
  }
})

test('lists users with default page, order, filter and audience (auth 8)', async () => {
  await using auth = await createTestAuth()
  for (let count = 0; count < 51; count += 1) {
    await auth.sql`
      insert into auth.users (instance_id, id, aud, role, email, raw_user_meta_data, created_at) values
        ('00000000-0000-0000-0000-000000000000', gen_random_uuid(), 'authenticated', 'authenticated',
          ${`m${count}@example.org`}, ${auth.sql.json({ full_name: `Member ${count}` })}, now() + ${count} * interval '1 second')`
  }
  await auth.sql`update auth.users set aud = 'partners' where email = 'm50@example.org'`
  const list = async (query = '') => {
    const { headers, body } = await operate(auth, 'GET', `/admin/users${query}`)
    const emails = (body.users as { email: string }[]).map(({ email }) => email)
    return { emails, aud: body.aud, total: headers.get('x-total-count'), link: headers.get('link') }
  }
  const first = await list()
  expect(first).toMatchObject({
    aud: 'authenticated',
    total: '50',
    link: '</admin/users?page=1&per_page=50>; rel="last"',
  })
  expect([first.emails.length, first.emails[0]]).toEqual([50, 'm49@example.org'])
  expect((await list('?sort=created_at+asc&per_page=1')).emails).toEqual(['m0@example.org'])
  expect((await list('?filter=m49%40')).emails).toEqual(['m49@example.org'])
  expect((await list('?filter=MEMBER+48')).emails).toEqual(['m48@example.org'])
  expect((await list('?page=6&per_page=10')).emails).toEqual([])
  const bad = await operate(auth, 'GET', '/admin/users?page=-1')
  expect(readError(bad)).toEqual([400, 'validation_failed', expect.stringMatching(/^Bad Pagination Parameters: /)])
})

test('lists the audit log newest first, in pages, filtered by author, action and type (auth 8)', async () => {
  await using auth = await createTestAuth()
  const { user } = await openSession(auth, EMAIL)
  auth.wait(1_000)
  await operate(auth, 'PUT', `/admin/users/${user.id}`, { user_metadata: { a: 1 } })
  const list = async (query: string) => {
    const { text, headers } = await operate(auth, 'GET', `/admin/audit${query}`)
    return { entries: JSON.parse(text) as Record<string, unknown>[], headers }
  }
  const { entries, headers } = await list('?per_page=2')
  expect(entries).toHaveLength(2)
  expect(entries[0]).toEqual({
    id: expect.any(String),
    created_at: expect.any(String),
    ip_address: '',
    payload: {
      actor_id: '00000000-0000-0000-0000-000000000000',
      actor_username: 'service_role',
      actor_via_sso: false,
      action: 'user_modified',
      log_type: 'user',
      traits: { user_id: user.id, user_email: EMAIL, user_phone: null },
    },
  })
  expect(headers.get('x-total-count')).toBe('3')
  expect(headers.get('link')).toContain('</admin/audit?page=2&per_page=2>; rel="next"')
  const actions = async (query: string) =>
    (await list(query)).entries.map(({ payload }) => (payload as { action: string }).action)
  expect(await actions('?query=author:service')).toEqual(['user_modified'])
  expect((await actions('?query=author:ada')).sort()).toEqual(['login', 'user_signedup'])
  expect(await actions('?query=action:login')).toEqual(['login'])
  expect(await actions('?query=type:team')).toEqual(['user_signedup'])
})

test('returns the user together with the link for every type of generated link (auth 8)', async () => {
  await using auth = await createTestAuth({ GOTRUE_MAILER_AUTOCONFIRM: 'false' })
  const make = (json: object) => operate(auth, 'POST', '/admin/generate_link', json)
  const link = (type: string) => ({
    action_link: expect.stringContaining(`&type=${type.startsWith('email_change') ? 'email_change' : type}&`),
    email_otp: expect.stringMatching(/^\d{6}$/),
    hashed_token: expect.stringMatching(/^[0-9a-f]{56}$/),
    verification_type: type,
    redirect_to: 'http://site.test:3000',
  })
  const signup = await make({ type: 'signup', email: EMAIL, password: PASSWORD, data: { name: 'Ada' } })
  expect(signup.body).toMatchObject({ email: EMAIL, user_metadata: { name: 'Ada' }, ...link('signup') })
  expect((await make({ type: 'invite', email: 'bob@example.org' })).body).toMatchObject({
    invited_at: expect.any(String),
    ...link('invite'),
  })
  expect((await make({ type: 'magiclink', email: 'new@example.org' })).body).toMatchObject(link('signup'))
  const verify = (body: Record<string, unknown>) =>
    sendRequest(auth, 'POST', '/verify', { json: { type: body.verification_type, token_hash: body.hashed_token } })
  expect((await verify(signup.body)).status).toBe(200)
  for (const type of ['magiclink', 'recovery']) {
    const { body } = await make({ type, email: EMAIL })
    expect(body).toMatchObject(link(type))
    expect((await verify(body)).status).toBe(200)
  }
  const change = { email: EMAIL, new_email: 'other@example.org' }
  const current = await make({ type: 'email_change_current', ...change })
  const fresh = await make({ type: 'email_change_new', ...change })
  expect([current.body, fresh.body]).toMatchObject([link('email_change_current'), link('email_change_new')])
  const use = (body: Record<string, unknown>) =>
    sendRequest(auth, 'POST', '/verify', { json: { type: 'email_change', token_hash: body.hashed_token } })
  expect((await use(current.body)).body.code).toBe('200')
  expect((await use(fresh.body)).body.user).toMatchObject({ email: 'other@example.org' })
  expect(await auth.sql`select from auth.outbox`).toHaveLength(0)
})
