import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TEST_KEYS } from '../../backend/src/storage/test/test-storage.ts'
import type { Database } from '../../web/app/lib/database.types.ts'
import { createTestApp, signIn, signUp, type TestApp } from './test-app.ts'

const HOST = 'http://hereabouts.test'
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

let app: TestApp
let ada: Awaited<ReturnType<typeof signUp>>
let ben: Awaited<ReturnType<typeof signUp>>
let hidden: string
let shown: string

beforeAll(async () => {
  app = await createTestApp({ hasPersonalTokens: true })
  ada = await signUp(app, 'ada@example.org')
  ben = await signUp(app, 'ben@example.org')
  hidden = await insertSpot('Secret orchard', 'private')
  shown = await insertSpot('Old mill', 'public')
})
afterAll(() => app[Symbol.asyncDispose]())

async function insertSpot(title: string, visibility: string): Promise<string> {
  const [row] = await app.owner<{ id: string }[]>`
    insert into public.spots (title, category, lng, lat, visibility, status, author_id)
    values (${title}, 'castle', 7.7, 45, ${visibility}, 'published', ${ada.id}) returning id`
  return row?.id ?? ''
}

async function createToken(scope: string, member = ada): Promise<{ id: string; token: string }> {
  const { data, error } = await member.client.rpc('create_personal_token', { name: 'Script', scope, days: 30 })
  if (error) throw error
  return data as { id: string; token: string }
}

/** Creates the official client, as a program with a personal access token uses it. */
function connect(token: string) {
  return createClient<Database>(HOST, TEST_KEYS.publishableKey, {
    accessToken: async () => token,
    global: { fetch: app.fetch },
  })
}

const send = (path: string, headers: Record<string, string>, init: RequestInit = {}) =>
  app.fetch(`${HOST}${path}`, { ...init, headers: { ...headers, ...(init.headers as Record<string, string>) } })
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const titles = (rows: { title: string }[] | null) => rows?.map(({ title }) => title)

test('shows a read token what every member sees, but no private data of its owner', async () => {
  const { token } = await createToken('read')
  const program = connect(token)
  expect(titles((await program.from('spots').select('title').order('title')).data)).toEqual(['Old mill'])
  expect((await program.from('users').select('*')).data).toEqual([])
  expect((await program.rpc('spot_page', { id: hidden })).data).toBeNull()
  expect((await program.rpc('spot_page', { id: shown })).data).toMatchObject({ spot: { title: 'Old mill' } })
  const account = JSON.stringify((await program.rpc('account_page')).data)
  expect(account).not.toContain('Secret orchard')
  expect(account).not.toContain('ada@example.org')
})

test('accepts a token as bearer without the publishable key', async () => {
  const { token } = await createToken('read')
  const response = await send('/rest/v1/spots?select=title', bearer(token))
  expect([response.status, await response.json()]).toEqual([200, [{ title: 'Old mill' }]])
})

test('shows a token with access to own data the private rows of its owner', async () => {
  const program = connect((await createToken('own')).token)
  const { data } = await program.from('spots').select('title').order('title')
  expect(titles(data)).toEqual(['Old mill', 'Secret orchard'])
  expect((await program.from('users').select('email')).data).toEqual([{ email: 'ada@example.org' }])
})

test.each(['read', 'own'])('rejects all writes by a token with the scope %s', async (scope) => {
  const program = connect((await createToken(scope)).token)
  const lists = await app.owner`select * from public.lists order by id`
  const attempts = {
    insert: program.from('lists').insert({ title: 'New', author_id: ada.id } as never),
    upsert: program.from('spots').upsert({ id: shown, title: 'Taken' } as never),
    update: program
      .from('spots')
      .update({ title: 'Taken' } as never)
      .eq('id', shown),
    delete: program.from('spots').delete().eq('id', shown),
    call: program.rpc('create_list', { title: 'New' }),
    mark: program.rpc('mark_spot', { id: shown, kind: 'want', is_on: true }),
    remove: program.rpc('delete_spot', { id: shown }),
    stop: program.rpc('stop_mails'),
  }
  for (const [name, attempt] of Object.entries(attempts)) {
    const { status, error } = await attempt
    expect([name, status, error?.message]).toEqual([name, 403, 'This token may only read.'])
  }
  const files = program.storage.from('avatars')
  for (const work of [
    files.upload(`${ada.id}/a.png`, PNG, { contentType: 'image/png' }),
    files.upload(`${ada.id}/a.png`, PNG, { contentType: 'image/png', upsert: true }),
    files.remove([`${ada.id}/a.png`]),
    files.move(`${ada.id}/a.png`, `${ada.id}/b.png`),
    files.createSignedUploadUrl(`${ada.id}/a.png`),
    files.createSignedUrl(`${ada.id}/a.png`, 60),
  ]) {
    expect((await work).error).toMatchObject({ message: expect.stringMatching(/may only read|cannot sign/) })
  }
  const resumable = await send('/storage/v1/upload/resumable', bearer((await createToken(scope)).token), {
    method: 'POST',
    headers: { 'tus-resumable': '1.0.0', 'upload-length': '3', 'upload-metadata': 'bucketName YXZhdGFycw==' },
  })
  expect(resumable.status).toBe(403)
  expect(await app.owner`select * from public.lists order by id`).toEqual(lists)
  expect(await app.owner`select from storage.objects`).toHaveLength(0)
})

test('lets a write token add, change and delete as its owner, but never as a moderator', async () => {
  const { id } = await signUp(app, 'mod@example.org')
  await app.owner`update auth.users set raw_app_meta_data = '{"role":"admin"}' where id = ${id}`
  const client = app.member()
  await signIn(client, 'mod@example.org')
  const program = connect((await createToken('write', { client, id })).token)
  const { data: list } = await program.rpc('create_list', { title: 'Walks' })
  expect(list).toMatchObject({ title: 'Walks' })
  expect((await program.from('lists').delete().eq('title', 'Walks')).status).toBe(204)
  expect((await program.rpc('remove_spot', { id: shown, reason: 'Spam' })).status).toBe(403)
  expect(
    (
      await program
        .from('spots')
        .update({ title: 'Taken' } as never)
        .eq('id', shown)
        .select()
    ).data,
  ).toEqual([])
  expect((await program.rpc('moderation_members')).status).toBe(403)
  expect(
    (await program.storage.from('avatars').upload(`${id}/a.png`, PNG, { contentType: 'image/png' })).error,
  ).toBeNull()
  expect((await program.storage.from('avatars').remove([`${id}/a.png`])).error).toBeNull()
})

test('denies tokens access to the account, to sessions and to other tokens', async () => {
  const { id, token } = await createToken('write')
  const program = connect(token)
  for (const call of [
    program.rpc('create_personal_token', { name: 'Child', scope: 'write', days: 30 }),
    program.rpc('list_personal_tokens'),
    program.rpc('revoke_personal_token', { id }),
    program.rpc('list_own_sessions'),
    program.rpc('delete_other_sessions'),
    program.rpc('request_account_deletion', { keep_content: false }),
    program.rpc('create_invitation'),
  ]) {
    expect((await call).status).toBe(403)
  }
  for (const table of ['personal_tokens', 'sessions', 'mfa_factors']) {
    const init = {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: '{"scopes":["read","own","write"]}',
    }
    expect((await send(`/rest/v1/${table}?id=eq.${id}`, bearer(token), init)).status).toBe(404)
    const profile = { ...init, headers: { ...init.headers, 'content-profile': 'private' } }
    expect((await send(`/rest/v1/${table}?id=eq.${id}`, bearer(token), profile)).status).toBe(406)
  }
  for (const [method, path] of [
    ['GET', '/user'],
    ['PUT', '/user'],
    ['POST', '/logout'],
    ['GET', '/admin/users'],
  ]) {
    const body = method === 'PUT' ? '{"password":"correct horse 8"}' : null
    const response = await send(
      `/auth/v1${path}`,
      { ...bearer(token), 'content-type': 'application/json' },
      { method, body },
    )
    expect([path, response.status]).toEqual([path, expect.toBeOneOf([401, 403])])
  }
})

test('accepts a token as bearer only, never in apikey, in the URL or with a changed character', async () => {
  const { token } = await createToken('own')
  const changed = token.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
  for (const [headers, query] of [
    [{ apikey: token }, ''],
    [{}, `&apikey=${token}`],
    [bearer(changed), ''],
    [bearer(token.toUpperCase()), ''],
    [bearer('hab_'), ''],
    [bearer(`${token}.${token}.${token}`), ''],
  ] as [Record<string, string>, string][]) {
    const response = await send(`/rest/v1/spots?select=id${query}`, headers)
    expect(response.status).toBe(401)
    expect(await response.text()).not.toContain(token)
    const file = await send(`/storage/v1/bucket?x=1${query}`, headers)
    expect(file.status).toBeGreaterThanOrEqual(400)
  }
})

test('stores only a hash, and shows the last characters only to the owner', async () => {
  const { id, token } = await createToken('read')
  const rows = await app.owner`select * from private.personal_tokens where id = ${id}`
  expect(JSON.stringify(rows)).not.toContain(token)
  expect((await ada.client.rpc('list_personal_tokens')).data).toContainEqual(
    expect.objectContaining({ id, hint: token.slice(-4), scopes: ['read'], last_used_at: null }),
  )
  await connect(token).from('spots').select('id')
  const { data: used } = await ada.client.rpc('list_personal_tokens')
  expect(used).toContainEqual(expect.objectContaining({ id, last_used_at: expect.any(String) }))
  expect(JSON.stringify((await ben.client.rpc('list_personal_tokens')).data)).not.toContain(id)
})

/** Waits until the token is rejected. The notification takes some milliseconds. */
async function expectEnd(token: string): Promise<void> {
  await expect
    .poll(async () => (await send('/rest/v1/spots?select=id', bearer(token))).status, { timeout: 3000 })
    .toBe(401)
  expect((await send('/storage/v1/bucket', bearer(token))).ok).toBe(false)
}

test('ends a token when its owner revokes it, which no other member can', async () => {
  const { id, token } = await createToken('read')
  expect((await connect(token).from('spots').select('id')).status).toBe(200)
  expect((await ben.client.rpc('revoke_personal_token', { id })).data).toBe(false)
  expect((await connect(token).from('spots').select('id')).status).toBe(200)
  expect((await ada.client.rpc('revoke_personal_token', { id })).data).toBe(true)
  await expectEnd(token)
})

test('ends tokens when they expire and with a ban, a new password and the deletion of the account', async () => {
  const ends = {
    expiry: (id: string) => app.owner`update private.personal_tokens set expires_at = now() where user_id = ${id}`,
    ban: (id: string) => app.owner`update auth.users set banned_until = now() + interval '1 day' where id = ${id}`,
    password: (id: string) => app.owner`update auth.users set encrypted_password = 'other' where id = ${id}`,
    deletion: (id: string) => app.owner`delete from auth.users where id = ${id}`,
  }
  for (const [name, end] of Object.entries(ends)) {
    const member = await signUp(app, `${name}@example.org`)
    const { token } = await createToken('write', member)
    expect((await connect(token).from('spots').select('id')).status).toBe(200)
    await end(member.id)
    await expectEnd(token)
  }
})

test('validates name, scope and expiry, and allows 20 tokens per member', async () => {
  const member = await signUp(app, 'many@example.org')
  const create = (args: { name: string; scope?: string; days?: number }) =>
    member.client.rpc('create_personal_token', args)
  for (const args of [{ name: ' ' }, { name: 'x'.repeat(61) }, { name: 'x', scope: 'admin' }, { name: 'x', days: 400 }])
    expect((await create(args)).status).toBe(400)
  const created = await Promise.all(Array.from({ length: 22 }, () => create({ name: 'x' })))
  expect(created.map(({ status }) => status).toSorted()).toEqual([...Array<number>(20).fill(200), 409, 409])
})
