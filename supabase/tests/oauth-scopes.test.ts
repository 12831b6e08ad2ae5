import { createHash } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TEST_KEYS } from '../../backend/src/storage/test/test-storage.ts'
import type { Database } from '../../web/app/lib/database.types.ts'
import { createTestApp, signUp, type TestApp } from './test-app.ts'

const HOST = 'http://hereabouts.test'
const CALLBACK = 'https://app.example/callback'
const VERIFIER = 'a-verifier-of-tests-that-is-long-enough-for-rfc-7636'
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url')
const MAY_READ = 'This token may only read.'

let app: TestApp
let ada: Awaited<ReturnType<typeof signUp>>
let client: { id: string; secret: string }

beforeAll(async () => {
  app = await createTestApp({ hasPersonalTokens: true, environment: { GOTRUE_OAUTH_SERVER_ENABLED: 'true' } })
  ada = await signUp(app, 'ada@example.org')
  await insertSpot('Secret orchard', 'private')
  await insertSpot('Old mill', 'public')
  const params = { client_name: 'Walks', redirect_uris: [CALLBACK] }
  const { data } = await app.server().auth.admin.oauth.createClient(params)
  client = { id: data?.client_id ?? '', secret: data?.client_secret ?? '' }
})
afterAll(() => app[Symbol.asyncDispose]())

async function insertSpot(title: string, visibility: string): Promise<void> {
  await app.owner`insert into public.spots (title, category, lng, lat, visibility, status, author_id)
    values (${title}, 'castle', 7.7, 45, ${visibility}, 'published', ${ada.id})`
}

async function requestScope(scope: string): Promise<URL> {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: client.id,
    redirect_uri: CALLBACK,
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
    scope,
  })
  const response = await app.fetch(`${HOST}/auth/v1/oauth/authorize?${query}`, { redirect: 'manual' })
  return new URL(response.headers.get('location') ?? 'about:blank')
}

interface AppTokens {
  access_token: string
  refresh_token: string
}

async function exchange(fields: Record<string, string>): Promise<AppTokens> {
  const response = await app.fetch(`${HOST}/auth/v1/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${client.id}:${client.secret}`)}` },
    body: new URLSearchParams(fields),
  })
  expect(response.status).toBe(200)
  return response.json() as Promise<AppTokens>
}

/** Authorizes the app as the member, like the consent page, and returns the app's tokens. */
async function authorize(scope: string): Promise<AppTokens> {
  await ada.client.auth.oauth.revokeGrant({ clientId: client.id })
  const id = (await requestScope(scope)).searchParams.get('authorization_id') ?? ''
  expect((await ada.client.auth.oauth.getAuthorizationDetails(id)).data).toMatchObject({ scope })
  const { data } = await ada.client.auth.oauth.approveAuthorization(id, { skipBrowserRedirect: true })
  const code = new URL(data?.redirect_url ?? '').searchParams.get('code') ?? ''
  return exchange({ grant_type: 'authorization_code', redirect_uri: CALLBACK, code_verifier: VERIFIER, code })
}

/** Creates the official client, as a connected app uses it. */
function connect({ access_token: token }: AppTokens) {
  return createClient<Database>(HOST, TEST_KEYS.publishableKey, {
    accessToken: async () => token,
    global: { fetch: app.fetch },
  })
}

async function listTitles(tokens: AppTokens): Promise<string[]> {
  const { data } = await connect(tokens).from('spots').select('title').order('title')
  return (data ?? []).map(({ title }) => title)
}

test('shows an app without a data scope only public data', async () => {
  const tokens = await authorize('openid email')
  expect(await listTitles(tokens)).toEqual(['Old mill'])
  expect((await connect(tokens).from('users').select('email')).data ?? []).toEqual([])
  expect((await connect(tokens).rpc('create_list', { title: 'New' })).error).not.toBeNull()
})

test('shows an app public data with the scope "read", and the data of its member with "own"', async () => {
  const reader = await authorize('read')
  expect(await listTitles(reader)).toEqual(['Old mill'])
  expect((await connect(reader).from('users').select('email')).data).toEqual([])
  expect(JSON.stringify((await connect(reader).rpc('account_page')).data)).not.toContain('ada@example.org')
  const owner = await authorize('own')
  expect(await listTitles(owner)).toEqual(['Old mill', 'Secret orchard'])
})

test.each(['read', 'own', 'openid read offline_access'])(
  'rejects all writes by an app with the scope "%s"',
  async (scope) => {
    const program = connect(await authorize(scope))
    const before = await app.owner`select title from public.spots order by id`
    const attempts = {
      insert: program.from('lists').insert({ title: 'New', author_id: ada.id } as never),
      update: program
        .from('spots')
        .update({ title: 'Taken' } as never)
        .eq('title', 'Old mill'),
      delete: program.from('spots').delete().eq('title', 'Old mill'),
      call: program.rpc('create_list', { title: 'New' }),
    }
    for (const [name, attempt] of Object.entries(attempts)) {
      const { status, error } = await attempt
      expect([name, status, error?.message]).toEqual([name, 403, MAY_READ])
    }
    expect((await program.rpc('create_personal_token', { name: 'Wider', scope: 'write', days: 30 })).status).toBe(403)
    const files = program.storage.from('avatars')
    const file = Buffer.from('not a picture')
    for (const work of [
      files.upload(`${ada.id}/a.png`, file, { contentType: 'image/png' }),
      files.remove([`${ada.id}/a.png`]),
      files.createSignedUploadUrl(`${ada.id}/a.png`),
      files.createSignedUrl(`${ada.id}/a.png`, 60),
    ]) {
      expect((await work).error).toMatchObject({ message: expect.stringMatching(/may only read|cannot sign/) })
    }
    expect(await app.owner`select title from public.spots order by id`).toEqual(before)
  },
)

test.each([
  ['its member disconnects it', () => ada.client.auth.oauth.revokeGrant({ clientId: client.id })],
  [
    'the installation removes it',
    () => app.owner`update auth.oauth_clients set deleted_at = now() where id = ${client.id}::uuid`,
  ],
  ['its member deletes the session', () => app.owner`delete from auth.sessions where oauth_client_id is not null`],
])('ends the access of an app at once when %s', async (_case, end) => {
  const tokens = await authorize('own')
  expect(await listTitles(tokens)).toEqual(['Old mill', 'Secret orchard'])
  expect((await connect(tokens).storage.from('avatars').list(ada.id)).error).toBeNull()
  await end()
  await expect
    .poll(async () => (await connect(tokens).from('spots').select('title')).status, { timeout: 2000 })
    .toBe(401)
  expect((await connect(tokens).storage.from('avatars').list(ada.id)).error).not.toBeNull()
  await app.owner`update auth.oauth_clients set deleted_at = null`
})

test('keeps the scope of an app at each refresh, whatever the app requests', async () => {
  const { refresh_token: token } = await authorize('read')
  const renewed = await exchange({ grant_type: 'refresh_token', refresh_token: token, scope: 'read own write' })
  expect(decodeJwt(renewed.access_token)).toMatchObject({ scope: 'read' })
  expect((await connect(renewed).rpc('create_list', { title: 'New' })).error?.message).toBe(MAY_READ)
})

test('requires consent again before an app gets a wider scope (auth 9.2)', async () => {
  await authorize('read')
  const id = (await requestScope('read write')).searchParams.get('authorization_id') ?? ''
  const { data } = await ada.client.auth.oauth.getAuthorizationDetails(id)
  expect(data).toMatchObject({ scope: 'read write', client: { name: 'Walks' } })
  expect((await requestScope('read admin')).searchParams.get('error')).toBe('invalid_scope')
})

test('lets an app with the scope "write" act as its member, and lists the app with its scopes', async () => {
  const program = connect(await authorize('write'))
  expect((await program.rpc('create_list', { title: 'Walks' })).data).toMatchObject({ title: 'Walks' })
  expect((await program.from('lists').delete().eq('title', 'Walks')).status).toBe(204)
  expect((await program.rpc('create_personal_token', { name: 'Child', scope: 'write', days: 30 })).status).toBe(403)
  const { data } = await ada.client.auth.oauth.listGrants()
  expect(data).toMatchObject([{ client: { name: 'Walks' }, scopes: ['write'] }])
})

test('lets no app change the settings of the account, whatever its scopes', async () => {
  const program = connect(await authorize('read own write'))
  const read = () => app.owner`
    select bio, profile_visibility, (select count(*)::int from public.notification_preferences) as preferences,
      (select count(*)::int from public.mail_schedules) as schedules
    from public.users where id = ${ada.id}`
  const before = await read()
  const { data: imported } = await program.rpc('start_import', { name: 'mine.zip', row_count: 0 })
  const setting = { number: 1, kind: 'setting', name: 'Profile', details: { setting: 'profile', bio: 'Taken' } }
  const attempts = {
    archive: program.rpc('add_import_records', { import: imported ?? '', records: [setting] }),
    visibility: program.rpc('set_profile_visibility', { visibility: 'nobody' }),
    mails: program.rpc('stop_mails'),
    settings: program.rpc('save_notification_settings', { topics: [], digest_hour: 9, time_zone: 'UTC' }),
    profile: program.from('users').update({ bio: 'Taken' }).eq('id', ada.id),
    preferences: program
      .from('notification_preferences')
      .insert({ user_id: ada.id, topic: 'followers', mail: 'never' }),
    schedule: program.from('mail_schedules').insert({ user_id: ada.id, digest_hour: 3, time_zone: 'UTC' }),
  }
  for (const [name, attempt] of Object.entries(attempts)) {
    const { status, error } = await attempt
    expect([name, status, error?.message]).toEqual([
      name,
      403,
      'Connected apps and access tokens may not change the settings of an account.',
    ])
  }
  expect(await read()).toEqual(before)
})
