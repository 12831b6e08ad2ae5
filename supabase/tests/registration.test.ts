import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startGitlab, withGitlab } from '../../backend/src/auth/test/providers/test-gitlab.ts'
import { followSignIn } from '../../backend/src/auth/test/providers/test-peer.ts'
import { AUTH_URL } from '../../backend/src/auth/test/test-api-url.ts'
import { createTestAuth, KEYS, PASSWORD, type TestAuth } from '../../backend/src/auth/test/test-auth.ts'

const ANY_WAY = {
  GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED: 'true',
  GOTRUE_EXTERNAL_PHONE_ENABLED: 'true',
  GOTRUE_SMS_AUTOCONFIRM: 'true',
}

let gitlab: Awaited<ReturnType<typeof startGitlab>>
let auth: TestAuth
let authorId = ''

beforeAll(async () => {
  gitlab = await startGitlab()
  // Without a gate in the service, so that only the database decides, as on hosted projects.
  auth = await createTestAuth(withGitlab(gitlab, { GOTRUE_MAILER_AUTOCONFIRM: 'true', ...ANY_WAY }), {
    ownDatabase: true,
  })
})
afterAll(async () => {
  await auth[Symbol.asyncDispose]()
  await gitlab[Symbol.asyncDispose]()
})

beforeEach(async () => {
  await auth.sql`update public.instance_settings set registration = 'open', members_may_invite = false`
  await auth.sql`delete from auth.users`
  await auth.sql`delete from private.setup_links`
  authorId = randomUUID()
  await auth.sql`insert into auth.users (id, email, raw_app_meta_data)
    values (${authorId}, 'admin@example.org', '{"role": "admin"}')`
  await auth.sql`insert into public.users (id, username) values (${authorId}, 'mara')`
})

async function setRegistration(mode: 'open' | 'invitation' | 'closed') {
  await auth.sql`update public.instance_settings set registration = ${mode}`
}

async function invite(change: { uses?: number; minutes?: number } = {}): Promise<string> {
  const token = randomUUID().replaceAll('-', '')
  await auth.sql`insert into public.invitations (author_id, token_hash, max_uses, expires_at)
    values (${authorId}, private.hash_token(${token}), ${change.uses ?? 1}, now() + make_interval(mins => ${change.minutes ?? 60}))`
  return token
}

async function countAccounts(): Promise<number> {
  const [row] = await auth.sql<{ count: number }[]>`select count(*)::int as count from auth.users`
  return row?.count ?? 0
}

let next = 0
const signUp = (data: object = {}, client = auth.client()) =>
  client.auth.signUp({ email: `member-${next++}@example.org`, password: PASSWORD, options: { data } })

test.each(['invitation', 'closed'] as const)('rejects every way to sign up when registration is %s', async (mode) => {
  await setRegistration(mode)
  const { auth: client } = auth.client()
  const data = { invitation: 'guessed' }
  const email = 'stranger@example.org'
  const attempts = await Promise.all([
    client.signUp({ email, password: PASSWORD }),
    client.signUp({ email, password: PASSWORD, options: { data } }),
    client.signUp({ phone: '+390111234567', password: PASSWORD }),
    client.signInWithOtp({ email }),
    client.signInWithOtp({ email: 'another@example.org', options: { data } }),
    client.signInWithOtp({ phone: '+390111234568' }),
    client.signInAnonymously(),
  ])
  expect(attempts.map(({ error }) => error?.status)).toEqual(attempts.map(() => 403))
  const end = await followSignIn(auth, `${AUTH_URL}/authorize?provider=gitlab`)
  expect(`${end.search}${end.hash}`).toMatch(/error=/)
  expect(await countAccounts()).toBe(1)
})

test('lets the operator create and invite accounts while registration is closed', async () => {
  await setRegistration('closed')
  const { admin } = auth.client({ key: KEYS.secretKey }).auth
  const email = () => `operator-${next++}@example.org`
  const made = await Promise.all([
    admin.createUser({ email: email() }),
    admin.inviteUserByEmail(email()),
    admin.generateLink({ type: 'invite', email: email() }),
    admin.generateLink({ type: 'signup', email: email(), password: PASSWORD }),
    admin.generateLink({ type: 'magiclink', email: email() }),
  ])
  expect(made.map(({ error }) => error)).toEqual(made.map(() => null))
})

test('accepts accounts that hosted projects mark as invited in the same transaction', async () => {
  await setRegistration('closed')
  const insert = (change: string) =>
    auth.sql.begin(async (sql) => {
      const id = randomUUID()
      await sql`insert into auth.users (id, email) values (${id}, ${`${id}@example.org`})`
      await sql`update auth.users set ${sql.raw(change)} where id = ${id}`
    })
  await expect(insert('invited_at = now()')).resolves.toBeUndefined()
  await expect(insert(`raw_app_meta_data = '{"is_invited": true}'`)).resolves.toBeUndefined()
  await expect(insert('updated_at = now()')).rejects.toThrow('This site takes no new members at the moment.')
})

test('admits the holder of an invitation without storing the token', async () => {
  await setRegistration('invitation')
  const token = await invite()
  const { data, error } = await signUp({ invitation: token, username: 'jonas' })
  expect(error).toBeNull()
  expect(data.user?.user_metadata).toMatchObject({ username: 'jonas' })
  const [row] = await auth.sql`
    select to_jsonb(u) as account, (select jsonb_agg(to_jsonb(i)) from auth.identities i) as identities,
      (select jsonb_agg(to_jsonb(v)) from public.invitations v) as invitations
    from auth.users u where id = ${data.user?.id ?? ''}`
  expect(JSON.stringify(row)).not.toContain(token)
  expect(JSON.stringify(data)).not.toContain(token)
  expect((await signUp({ invitation: token })).error?.status).toBe(403)
})

test('admits the holder of an invitation to a list and counts it once when they join', async () => {
  await setRegistration('invitation')
  const token = 'abcdefghijkmnpqrstuvwxyz23'
  await auth.sql`
    with list as (insert into public.lists (title, author_id) values ('Trains', ${authorId}) returning id)
    insert into public.list_invitations (list_id, role, token_hash, max_uses)
    select id, 'editor', private.hash_token(${token}), 1 from list`
  const find = async () =>
    (await auth.sql<{ found: object }[]>`select public.find_invitation(${token}) as found`)[0]?.found
  expect(await find()).toMatchObject({ state: 'valid', invited_by: { username: 'mara' }, list_title: 'Trains' })
  await auth.sql`update auth.users set raw_app_meta_data = '{}'`
  expect(await find()).toEqual({ state: 'members-only' })
  expect((await signUp({ invitation: token })).error?.status).toBe(403)
  await auth.sql`update public.instance_settings set members_may_invite = true`
  const { data } = await signUp({ invitation: token })
  expect((await signUp({ invitation: token })).error?.status).toBe(403)
  const join = () =>
    auth.sql.begin(async (sql) => {
      const claims = JSON.stringify({ sub: data.user?.id, role: 'authenticated' })
      await sql`select set_config('request.jwt.claims', ${claims}, true)`
      await sql`select private.join_list(${token})`
    })
  await join()
  expect(
    await auth.sql`
      select role, use_count from public.list_members join public.list_invitations using (list_id, role)
      where member_id = ${data.user?.id ?? ''}`,
  ).toEqual([{ role: 'editor', use_count: 1 }])
  await auth.sql`delete from public.list_members`
  await expect(join()).rejects.toThrow('This invitation is no longer valid.')
})

test('admits a sign-up by emailed code with an invitation', async () => {
  await setRegistration('invitation')
  const data = { invitation: await invite() }
  const { error } = await auth.client().auth.signInWithOtp({ email: 'code@example.org', options: { data } })
  expect(error).toBeNull()
  expect(await countAccounts()).toBe(2)
})

test('admits one of many concurrent sign-ups with an invitation for one', async () => {
  await setRegistration('invitation')
  const invitation = await invite()
  const responses = await Promise.all(Array.from({ length: 6 }, () => signUp({ invitation })))
  expect(responses.filter(({ error }) => !error)).toHaveLength(1)
  const [row] = await auth.sql`select uses from public.invitations`
  expect(row).toEqual({ uses: 1 })
  expect(await countAccounts()).toBe(2)
})

test('does not use up an invitation for a sign-up that fails', async () => {
  await setRegistration('invitation')
  const invitation = await invite()
  await auth.sql`insert into auth.users (id, email, raw_app_meta_data, aud)
    values (${randomUUID()}, 'taken@example.org', '{"is_invited": true}', 'other')`
  const { error } = await auth
    .client()
    .auth.signUp({ email: 'taken@example.org', password: PASSWORD, options: { data: { invitation } } })
  expect(error).not.toBeNull()
  expect((await signUp({ invitation })).error).toBeNull()
})

test('rejects invitations that are expired or revoked, whose author may no longer invite, or when registration is closed', async () => {
  await setRegistration('invitation')
  const attempt = async (change: string, token: string) => {
    await auth.sql.unsafe(change)
    return (await signUp({ invitation: token })).error?.status
  }
  expect(await attempt('select 1', await invite({ minutes: -1 }))).toBe(403)
  const revoked = await invite()
  expect(await attempt('update public.invitations set revoked_at = now()', revoked)).toBe(403)
  const banned = await invite()
  expect(await attempt("update auth.users set banned_until = now() + interval '1 day'", banned)).toBe(403)
  expect(await attempt('update auth.users set banned_until = null', banned)).toBeUndefined()
  const demoted = await invite()
  expect(await attempt("update auth.users set raw_app_meta_data = '{}'", demoted)).toBe(403)
  expect(await attempt('update public.instance_settings set members_may_invite = true', demoted)).toBeUndefined()
  const closed = await invite()
  expect(await attempt("update public.instance_settings set registration = 'closed'", closed)).toBe(403)
})

test('ignores an invalid invitation while registration is open, and keeps the token out of metadata', async () => {
  const { data, error } = await signUp({ invitation: 'nonsense' })
  expect(error).toBeNull()
  const client = auth.client()
  await client.auth.signInWithPassword({ email: data.user?.email ?? '', password: PASSWORD })
  const changed = await client.auth.updateUser({ data: { invitation: 'again', name: 'Ada' } })
  expect(changed.data.user?.user_metadata).toEqual(expect.not.objectContaining({ invitation: expect.anything() }))
})

test('returns the same response for known and unknown addresses when the sign-up gate is closed', async () => {
  await using gated = await createTestAuth(ANY_WAY, { ownDatabase: true, signUpGate: async () => false })
  await gated.sql`insert into auth.users (id, email, email_confirmed_at, aud, instance_id)
    values (${randomUUID()}, 'known@example.org', now(), 'authenticated', '00000000-0000-0000-0000-000000000000')`
  const { auth: client } = gated.client()
  for (const email of ['known@example.org', 'unknown@example.org']) {
    expect((await client.signUp({ email, password: PASSWORD })).error?.code).toBe('signup_disabled')
    expect((await client.signInWithOtp({ email })).error).toBeNull()
  }
  expect((await client.signInAnonymously()).error?.code).toBe('signup_disabled')
  const [row] = await gated.sql`select count(*)::int as count from auth.users`
  expect(row).toEqual({ count: 1 })
  expect(await (await gated.request('/settings')).json()).toMatchObject({ disable_signup: true })
})
