import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createPeople, findErrorCode, type People } from './people.ts'

let people: People
let spot: string
let list: string

beforeAll(async () => {
  people = await createPeople()
})
afterAll(() => people[Symbol.asyncDispose]())

beforeEach(async () => {
  const { owner, ids } = people
  await owner`delete from public.spots`
  await owner`delete from public.lists where kind = 'own'`
  await owner`delete from public.notifications`
  const [made] = await owner<{ id: string }[]>`
    insert into public.spots (title, category, lng, lat, status, author_id)
    values ('Nervi', 'station', 9, 44, 'published', ${ids.author}) returning id`
  spot = made?.id ?? ''
  const [row] = await owner<{ id: string }[]>`
    insert into public.lists (title, author_id) values ('Trains', ${ids.author}) returning id`
  list = row?.id ?? ''
})

type Caller = Parameters<People['actAs']>[0]

async function call<T>(viewer: Caller, text: string): Promise<T> {
  const [row] = await people.actAs(viewer, (sql) => sql.unsafe<{ made: T }[]>(`select public.${text} as made`))
  return row?.made as T
}
const invite = async (role = 'editor') =>
  (await call<{ token: string }>('author', `invite_to_list('${list}', '${role}')`)).token
const join = (token: string, viewer: Caller = 'stranger') => call<{ list_id: string }>(viewer, `join_list('${token}')`)
const put = (viewer: Caller) => call(viewer, `set_on_list('${spot}', '${list}', true)`)
const page = (viewer: Caller) =>
  call<{ role: string; changes: unknown[]; invitations: unknown[] } | null>(viewer, `list_page('${list}')`)

test('lets editors add, annotate, move and remove spots, and records the editor', async () => {
  await join(await invite())
  await put('stranger')
  expect(await page('stranger')).toMatchObject({ role: 'editor', items: [{ added_by: { username: 'stranger' } }] })
  await people.actAs('stranger', (sql) => sql`update public.list_items set note = 'Sit left' where list_id = ${list}`)
  await call('stranger', `move_list_item('${list}', '${spot}')`)
  await call('stranger', `set_on_list('${spot}', '${list}', false)`)
  const seen = await page('author')
  expect(seen?.changes).toMatchObject(
    ['removed', 'moved', 'note', 'added', 'joined'].map((kind) => ({ kind, actor: { username: 'stranger' } })),
  )
})

test('lets only the owner change title, visibility and cover, delete the list and invite', async () => {
  const token = await invite()
  await join(token)
  await put('stranger')
  const changed = await people.actAs(
    'stranger',
    (sql) => sql`update public.lists set title = 'Mine', visibility = 'public' where id = ${list} returning id`,
  )
  expect(changed).toHaveLength(0)
  expect(
    await people.actAs('stranger', (sql) => sql`delete from public.lists where id = ${list} returning id`),
  ).toHaveLength(0)
  for (const command of [
    `delete_list('${list}')`,
    `invite_to_list('${list}', 'viewer')`,
    `set_list_cover('${list}', '${spot}')`,
  ]) {
    expect([command, await findErrorCode(call('stranger', command))]).toEqual([command, 'PT404'])
  }
  expect(await people.actAs('stranger', (sql) => sql`select id from public.list_invitations`)).toHaveLength(0)
  expect((await page('stranger'))?.invitations).toEqual([])
  const raised = people.actAs('stranger', (sql) => sql`update public.list_members set role = 'editor' returning role`)
  expect(await raised).toHaveLength(0)
})

test('shows the secret of a list shared by link only to its editors', async () => {
  await people.owner`update public.lists set visibility = 'link' where id = ${list}`
  await join(await invite())
  await join(await invite('viewer'), 'newcomer')
  const secret = async (viewer: Caller) =>
    (await call<{ link_secret: string | null }>(viewer, `list_page('${list}')`)).link_secret
  expect(await secret('author')).toMatch(/^[a-z0-9]{20,}$/)
  expect(await secret('stranger')).toBe(await secret('author'))
  expect(await secret('newcomer')).toBeNull()
})

test('shows a hidden list with the reason to its owner and editors only', async () => {
  await join(await invite())
  await people.owner`update public.lists set visibility = 'public', hidden_at = now(), removal_reason = 'Advertising' where id = ${list}`
  for (const viewer of ['author', 'stranger'] as const)
    expect(await page(viewer)).toMatchObject({ hidden: { reason: 'Advertising' } })
  await people.owner`update public.list_members set role = 'viewer' where list_id = ${list}`
  for (const viewer of ['stranger', 'newcomer', 'visitor'] as const) expect(await page(viewer)).toBeNull()
})

test('lets viewers read a private list and change nothing', async () => {
  await put('author')
  await join(await invite('viewer'))
  expect(await page('stranger')).toMatchObject({ role: 'viewer', items: [{ spot: { id: spot } }] })
  for (const command of [
    `set_on_list('${spot}', '${list}', false)`,
    `move_list_item('${list}', '${spot}')`,
    `delete_list('${list}')`,
  ]) {
    expect([command, await findErrorCode(call('stranger', command))]).toEqual([command, 'PT404'])
  }
  const other = await people.owner<{ id: string }[]>`
    insert into public.spots (title, category, lng, lat, status, author_id)
    values ('Sori', 'station', 9, 44, 'published', ${people.ids.author}) returning id`
  expect(await findErrorCode(call('stranger', `set_on_list('${other[0]?.id}', '${list}', true)`))).toBe('PT404')
  const noted = people.actAs('stranger', (sql) => sql`update public.list_items set note = 'x' returning spot_id`)
  expect(await noted).toHaveLength(0)
})

test('hides a private list, its members and its changes from everyone else', async () => {
  await put('author')
  await join(await invite())
  for (const viewer of ['visitor', 'newcomer', 'moderator'] as const) {
    expect([viewer, await page(viewer)]).toEqual([viewer, null])
    for (const table of ['list_items', 'list_members', 'list_changes']) {
      const rows = await people.actAs(viewer, (sql) =>
        sql.unsafe(`select from public.${table} where list_id = '${list}'`),
      )
      expect([viewer, table, rows.length]).toEqual([viewer, table, 0])
    }
  }
})

test('shows the editors of a public list to everyone, and its viewers only to participants', async () => {
  await people.owner`update public.lists set visibility = 'public' where id = ${list}`
  await join(await invite('viewer'))
  await join(await invite('editor'), 'newcomer')
  const members = (viewer: Caller) =>
    people.actAs(viewer, (sql) => sql`select role from public.list_members where list_id = ${list} order by role`)
  expect(await members('visitor')).toEqual([{ role: 'editor' }])
  expect(await members('moderator')).toEqual([{ role: 'editor' }])
  for (const viewer of ['author', 'newcomer', 'stranger'] as const) expect(await members(viewer)).toHaveLength(2)
})

test('rejects revoked, expired, used up and unknown invitations', async () => {
  const { owner } = people
  const spoilt = {
    revoked: 'revoked_at = now()',
    expired: "expires_at = now() - interval '1 second'",
    'used up': 'use_count = max_uses',
  }
  for (const [name, change] of Object.entries(spoilt)) {
    const token = await invite()
    await owner.unsafe(`update public.list_invitations set ${change} where token_hash = sha256('${token}')`)
    expect([name, await findErrorCode(join(token))]).toEqual([name, 'PT410'])
    expect(await call('visitor', `find_list_invitation('${token}')`)).toMatchObject({
      is_open: false,
      title: null,
      inviter: { username: 'author' },
    })
  }
  expect(await findErrorCode(join('x'.repeat(24)))).toBe('PT410')
  expect(await call('visitor', `find_list_invitation('unknown')`)).toBeNull()
  expect(await findErrorCode(join(await invite(), 'visitor'))).toBe('42501')
})

test('shows its list and role to holders of an invitation, including visitors', async () => {
  const token = await invite('viewer')
  expect(await call('visitor', `find_list_invitation('${token}')`)).toEqual({
    list_id: list,
    role: 'viewer',
    inviter: expect.objectContaining({ username: 'author' }),
    is_open: true,
    title: 'Trains',
    is_member: false,
  })
})

test('counts each member who uses an invitation once, and stores no token', async () => {
  const token = await invite('viewer')
  await join(token)
  await join(token)
  await join(token, 'author')
  const rows =
    await people.owner`select use_count, token_hash = sha256(${token}::bytea) as is_hash from public.list_invitations`
  expect(rows).toEqual([{ use_count: 1, is_hash: true }])
  await people.owner`update public.list_invitations set max_uses = 2`
  const joined = await Promise.allSettled([join(token, 'newcomer'), join(token, 'moderator')])
  expect(joined.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('keeps a revoked invitation revoked', async () => {
  const token = await invite()
  const set = (value: string) =>
    people.actAs('author', (sql) => sql.unsafe(`update public.list_invitations set revoked_at = ${value}`))
  await set('now()')
  await set('null')
  expect(await findErrorCode(join(token))).toBe('PT410')
})

test('promotes a viewer who accepts an invitation for editors, and demotes no editor', async () => {
  await join(await invite('viewer'))
  await join(await invite('editor'))
  expect((await page('stranger'))?.role).toBe('editor')
  await join(await invite('viewer'))
  expect((await page('stranger'))?.role).toBe('editor')
})

test('lets owners remove members and members leave', async () => {
  await join(await invite())
  await join(await invite(), 'newcomer')
  const remove = (viewer: Caller, member: string) =>
    people.actAs(viewer, (sql) => sql`delete from public.list_members where member_id = ${member} returning member_id`)
  expect(await remove('stranger', people.ids.newcomer)).toHaveLength(0)
  expect(await remove('author', people.ids.newcomer)).toHaveLength(1)
  expect(await page('newcomer')).toBeNull()
  expect(await remove('stranger', people.ids.stranger)).toHaveLength(1)
  expect(await findErrorCode(put('stranger'))).toBe('PT404')
})

test('removes blocked members from shared lists, and rejects joining again', async () => {
  await join(await invite())
  await people.actAs('stranger', (sql) => sql`insert into public.blocks (blocked_id) values (${people.ids.author})`)
  try {
    expect(await page('stranger')).toBeNull()
    expect(await findErrorCode(join(await invite()))).toBe('PT410')
  } finally {
    await people.owner`delete from public.blocks`
  }
})

test('notifies the owner when a member joins', async () => {
  await join(await invite())
  expect(await people.owner`select kind, user_id, actor_id, list_id from public.notifications`).toEqual([
    { kind: 'invitation', user_id: people.ids.author, actor_id: people.ids.stranger, list_id: list },
  ])
})

test('admits only the owner and editors to the private channel of a list, for presence alone', async () => {
  await join(await invite('viewer'))
  const enter = (viewer: Caller, extension: string, topic = `list:${list}`) =>
    findErrorCode(
      people.as(viewer, async (sql) => {
        await sql`select set_config('realtime.topic', ${topic}, true)`
        await sql`insert into realtime.messages (topic, extension) values (${topic}, ${extension})`
        const seen = await sql`select from realtime.messages where topic = ${topic}`
        if (seen.length === 0) throw new Error('The probe is not visible.')
      }),
    )
  for (const viewer of ['author', 'stranger'] as const) expect(await enter(viewer, 'presence')).toBeUndefined()
  expect(await enter('author', 'broadcast')).toBe('42501')
  expect(await enter('author', 'presence', 'list:other')).toBe('42501')
  for (const viewer of ['visitor', 'newcomer', 'moderator'] as const) {
    expect([viewer, await enter(viewer, 'presence')]).toEqual([viewer, '42501'])
  }
})

test('rejects banned members in every command', async () => {
  await join(await invite())
  await put('author')
  const token = await invite()
  await people.owner`update auth.users set banned_until = 'infinity' where id = ${people.ids.stranger}`
  try {
    for (const command of [
      `set_on_list('${spot}', '${list}', false)`,
      `move_list_item('${list}', '${spot}')`,
      `save_chooser('${spot}')`,
      `list_page('${list}')`,
      `join_list('${token}')`,
    ]) {
      expect([command, await findErrorCode(call('stranger', command))]).toEqual([command, 'PT403'])
    }
  } finally {
    await people.owner`update auth.users set banned_until = null where id = ${people.ids.stranger}`
  }
})

test('admits no more than 50 members when two invitations are used at the same time', async () => {
  const { owner } = people
  await owner`insert into auth.users (id, email)
    select gen_random_uuid(), 'crew-' || n || '@example.org' from generate_series(1, 49) as n`
  await owner`insert into public.users (id) select id from auth.users where email like 'crew-%'`
  await owner`insert into public.list_members (list_id, member_id, role)
    select ${list}, id, 'viewer' from auth.users where email like 'crew-%'`
  const [one, two] = [await invite('viewer'), await invite('viewer')]
  const codes = await people.actAs('stranger', async (sql) => {
    await sql.unsafe(`select public.join_list('${one}')`)
    const second = findErrorCode(join(two, 'newcomer'))
    await sleep(200)
    return { second }
  })
  expect(await codes.second).toBe('PT400')
  await join(await invite('editor'))
  expect((await page('stranger'))?.role).toBe('editor')
  await owner`delete from auth.users where email like 'crew-%'`
})
