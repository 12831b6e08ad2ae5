import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSpot } from './fixtures.ts'
import { createPeople, findErrorCode, type People } from './people.ts'

const FORBIDDEN = '42501'

let people: People
const admin = randomUUID()

beforeAll(async () => {
  people = await createPeople()
  await people.owner`insert into auth.users (id, email, raw_app_meta_data) values (${admin}, 'admin@example.org', '{"role":"admin"}')`
  await people.owner`insert into public.users (id, username) values (${admin}, 'head')`
  await createSpot(people, 'public', 'published')
})
afterAll(() => people[Symbol.asyncDispose]())

/** Runs a call with the claims of the administrator. */
function asAdmin<T extends object>(call: string): Promise<T[]> {
  return people.actAs('moderator', async (sql) => {
    const claims = { sub: admin, role: 'authenticated', app_metadata: { role: 'admin' } }
    await sql`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`
    return sql.unsafe<T[]>(call)
  }) as Promise<T[]>
}

const asModerator = (call: string) =>
  people.actAs('moderator', (sql) => sql.unsafe<{ outcome: { log_id: number; count?: number } }[]>(call))
const readRole = async (id: string) =>
  (
    await people.owner<{ role: string | null; is_moderator: boolean }[]>`
    select raw_app_meta_data ->> 'role' as role, is_moderator from auth.users join public.users using (id) where id = ${id}`
  )[0]

test('suspends a member until a date, and lifts the suspension', async () => {
  const { stranger } = people.ids
  await people.owner`insert into auth.sessions (id, user_id) values (${randomUUID()}, ${stranger})`
  await asModerator(`select public.moderate_member('${stranger}', 'suspend', 'Insults', now() + interval '2 days')`)
  const read = () => people.as('stranger', (sql) => sql`select id from public.spots`)
  expect(await findErrorCode(read())).toBe('PT403')
  // Forms that read no rows ask for it before anything is typed.
  expect(await findErrorCode(people.as('stranger', (sql) => sql`select public.initial_status()`))).toBe('PT403')
  expect(await people.owner`select id from auth.sessions where user_id = ${stranger}`).toEqual([])
  await asModerator(`select public.moderate_member('${stranger}', 'lift')`)
  expect(await read()).toHaveLength(1)
})

test('rejects a suspension without a reason, without a date and beyond a year', async () => {
  const { stranger } = people.ids
  for (const call of [
    `moderate_member('${stranger}', 'suspend', '', now() + interval '2 days')`,
    `moderate_member('${stranger}', 'suspend', 'Insults')`,
    `moderate_member('${stranger}', 'suspend', 'Insults', now() + interval '2 years')`,
    `moderate_member('${stranger}', 'warn', ' ')`,
    `moderate_member('${stranger}', 'promote', 'x')`,
  ]) {
    expect(await findErrorCode(asModerator(`select public.${call}`)), call).toBe('PT400')
  }
})

test('sends a warning once the undo period is over', async () => {
  const { stranger } = people.ids
  const [first] = await asModerator(`select public.moderate_member('${stranger}', 'warn', 'No advertising') as outcome`)
  await people.actAs('moderator', (sql) => sql`select public.undo_decision(${first?.outcome.log_id ?? 0})`)
  await asModerator(`select public.moderate_member('${stranger}', 'warn', 'No insults')`)
  await people.owner`update private.held_notices set due_at = now()`
  await people.owner`select public.send_held_notices()`
  expect(
    await people.owner`select text from public.notifications where user_id = ${stranger} and kind = 'warning'`,
  ).toContainEqual({
    text: 'No insults',
  })
  expect(await people.owner`select from public.notifications where text = 'No advertising'`).toEqual([])
})

test('lets only administrators grant roles and act on moderators', async () => {
  const { stranger, moderator } = people.ids
  for (const role of ['role-moderator', 'role-admin']) {
    expect(await findErrorCode(asModerator(`select public.moderate_member('${stranger}', '${role}')`)), role).toBe(
      FORBIDDEN,
    )
  }
  expect(await findErrorCode(asModerator(`select public.moderate_member('${admin}', 'ban', 'x')`))).toBe(FORBIDDEN)
  expect(await findErrorCode(asModerator(`select public.moderate_member('${moderator}', 'trust')`))).toBe('PT409')
  expect(await findErrorCode(asAdmin(`select public.moderate_member('${admin}', 'role-member')`))).toBe('PT409')
  await asAdmin(`select public.moderate_member('${stranger}', 'role-moderator')`)
  expect(await readRole(stranger)).toEqual({ role: 'moderator', is_moderator: true })
})

test('rejects access tokens with a role that the account has lost', async () => {
  const { stranger } = people.ids
  const read = (iat: number, role?: string) =>
    people.as('stranger', async (sql) => {
      const claims = { sub: stranger, role: 'authenticated', iat, ...(role && { app_metadata: { role } }) }
      await sql`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`
      return sql`select id from public.spots`
    })
  const before = Math.floor(Date.now() / 1000) - 60
  await asAdmin(`select public.moderate_member('${stranger}', 'role-member')`)
  expect(await readRole(stranger)).toEqual({ role: null, is_moderator: false })
  expect(await findErrorCode(read(before, 'moderator'))).toBe('PT403')
  expect(await read(before)).toHaveLength(1)
  expect(await read(before + 120, 'moderator')).toHaveLength(1)
})

test('copies a role that the operator grants or revokes to the profile', async () => {
  const { stranger } = people.ids
  await people.owner`update auth.users set raw_app_meta_data = raw_app_meta_data || '{"role":"moderator"}' where id = ${stranger}`
  expect(await readRole(stranger)).toEqual({ role: 'moderator', is_moderator: true })
  await people.owner`update auth.users set raw_app_meta_data = raw_app_meta_data - 'role' where id = ${stranger}`
  expect(await readRole(stranger)).toEqual({ role: null, is_moderator: false })
})

test('removes all contributions of a member, and restores them, in one step each', async () => {
  const { author } = people.ids
  await people.owner`delete from public.spots`
  const spots = [await createSpot(people, 'public', 'published'), await createSpot(people, 'members', 'pending')]
  const secret = await createSpot(people, 'private', 'published')
  const [other] = await people.owner<{ id: string }[]>`
    insert into public.spots (title, category, lng, lat, status, author_id) values ('Other', 'art', 1, 1, 'published', ${people.ids.stranger}) returning id`
  await people.owner`insert into public.comments (spot_id, author_id, body) values (${other?.id ?? ''}, ${author}, 'Cheap watches')`
  const read = async () => [
    ...(await people.owner`select id, status from public.spots where author_id = ${author} order by id`),
    ...(await people.owner`select id, hidden_at is null as shown from public.comments where author_id = ${author} order by id`),
    ...(await people.owner`select id, status from public.posts where author_id = ${author} order by id`),
  ]
  const before = await read()
  const [row] = await asModerator(`select public.remove_contributions('${author}', null, 'Spam', true) as outcome`)
  const removed =
    await people.owner`select id, status from public.spots where author_id = ${author} and status <> 'removed'`
  expect(removed).toEqual([{ id: secret.id, status: 'published' }])
  expect(
    await people.owner`select id from public.comments where author_id = ${author} and body = 'Cheap watches' and hidden_at is null`,
  ).toEqual([])
  expect(await findErrorCode(people.as('author', (sql) => sql`select id from public.spots`))).toBe('PT403')
  await asModerator(`select public.restore_contributions(${row?.outcome.log_id ?? 0})`)
  expect(await read()).toEqual(before)
  expect(
    await people.as('author', (sql) => sql`select id from public.spots where id = ${spots[0]?.id ?? ''}`),
  ).toHaveLength(1)
  const again = asModerator(`select public.restore_contributions(${row?.outcome.log_id ?? 0})`)
  expect(await findErrorCode(again)).toBe('PT409')
})

test('removes only the chosen items', async () => {
  const one = await createSpot(people, 'public', 'published')
  const two = await createSpot(people, 'public', 'published')
  const [row] = await asModerator(
    `select public.remove_contributions('${people.ids.author}', '["spot:${one.id}"]', 'Spam') as outcome`,
  )
  expect(row?.outcome.count).toBe(1)
  expect(await people.owner`select text from private.held_notices where log_id = ${row?.outcome.log_id ?? 0}`).toEqual([
    { text: 'One item of yours was removed. Spam' },
  ])
  expect(await people.owner`select id from public.spots where status = 'removed'`).toEqual([{ id: one.id }])
  expect(await people.as('author', (sql) => sql`select status from public.spots where id = ${two.id}`)).toEqual([
    { status: 'published' },
  ])
  await asModerator(`select public.restore_contributions(${row?.outcome.log_id ?? 0})`)
  const log =
    await people.owner`select reason from private.moderation_log where action = 'restored-all' order by id desc limit 1`
  expect(log).toEqual([{ reason: '1 item' }])
})

test('neither lists nor counts private contributions of a member', async () => {
  await people.owner`delete from public.spots`
  await people.owner`delete from public.posts`
  await createSpot(people, 'private', 'published')
  await people.owner`delete from public.posts`
  await people.owner`delete from public.lists where kind = 'own'`
  const [row] = await people.actAs(
    'moderator',
    (sql) => sql<{ page: { opened: { numbers: object; contributions: unknown[]; published: number } } }[]>`
      select public.moderation_members('author', null, ${people.ids.author}) as page`,
  )
  expect(row?.page.opened.numbers).toEqual({ published: 0, waiting: 0, removed: 0, reports_upheld: 0 })
  expect(row?.page.opened.contributions).toEqual([])
  expect(row?.page.opened.published).toBe(0)
})

test('finds members by the start of a name and by their whole email address only', async () => {
  const find = async (search: string) => {
    const [row] = await people.actAs(
      'moderator',
      (sql) =>
        sql<{ page: { members: { username: string }[] } }[]>`select public.moderation_members(${search}) as page`,
    )
    return row?.page.members.map(({ username }) => username)
  }
  expect(await find('NEWC')).toEqual(['newcomer'])
  expect(await find('newcomer@example.org')).toEqual(['newcomer'])
  expect(await find('newcomer@example')).toEqual([])
  expect(await find('%')).toEqual([])
})

test('lets only moderators act on members', async () => {
  const { newcomer } = people.ids
  for (const viewer of ['visitor', 'stranger', 'author'] as const) {
    for (const call of [
      `moderate_member('${newcomer}', 'ban', 'x')`,
      `moderate_member('${newcomer}', 'role-admin')`,
      `remove_contributions('${newcomer}', null, 'x', true)`,
      'restore_contributions(1)',
      'moderation_members()',
    ]) {
      const attempt = people.as(viewer, (sql) => sql.unsafe(`select public.${call}`))
      expect([viewer, call, await findErrorCode(attempt)]).toEqual([viewer, call, FORBIDDEN])
    }
  }
})

test('restores the previous state when a suspension, ban, trust or role is undone', async () => {
  const { newcomer } = people.ids
  const read = async () =>
    (
      await people.owner`
      select banned_until > now() as is_banned, coalesce(is_trusted, false) as is_trusted, coalesce(is_trust_set, false) as is_set,
        raw_app_meta_data ->> 'role' as role
      from auth.users left join private.member_standings on user_id = id where id = ${newcomer}`
    )[0]
  const before = await read()
  for (const call of [
    `moderate_member('${newcomer}', 'suspend', 'Insults', now() + interval '2 days')`,
    `moderate_member('${newcomer}', 'ban', 'Insults')`,
    `moderate_member('${newcomer}', 'trust')`,
    `moderate_member('${newcomer}', 'role-moderator')`,
  ]) {
    const [row] = await asAdmin<{ outcome: { log_id: number } }>(`select public.${call} as outcome`)
    expect(await read(), call).not.toEqual(before)
    await asAdmin(`select public.undo_decision(${row?.outcome.log_id ?? 0})`)
    expect({ ...(await read()), is_banned: before?.is_banned }, call).toEqual(before)
    expect((await read())?.is_banned, call).not.toBe(true)
  }
  expect(await people.owner`select from private.held_notices where user_id = ${newcomer}`).toHaveLength(0)
})

test('lets no moderator undo the action of another', async () => {
  const { newcomer } = people.ids
  const [row] = await asAdmin<{ outcome: { log_id: number } }>(
    `select public.moderate_member('${newcomer}', 'ban', 'Insults') as outcome`,
  )
  const attempt = asModerator(`select public.undo_decision(${row?.outcome.log_id ?? 0})`)
  expect(await findErrorCode(attempt)).toBe('PT404')
  await asAdmin(`select public.moderate_member('${newcomer}', 'lift')`)
})

test('restores one item of a removal of all in its earlier state', async () => {
  const waiting = await createSpot(people, 'public', 'pending')
  const closed = await createSpot(people, 'public', 'closed')
  await people.actAs(
    'moderator',
    (sql) => sql`select public.remove_contributions(${people.ids.author},
      ${sql.json([`spot:${waiting.id}`, `spot:${closed.id}`])}, 'Spam')`,
  )
  const readStatus = async (id: string) =>
    (await people.owner<{ status: string }[]>`select status from public.spots where id = ${id}`)[0]?.status
  for (const [id, status] of [
    [waiting.id, 'pending'],
    [closed.id, 'closed'],
  ] as const) {
    expect(await readStatus(id)).toBe('removed')
    await people.actAs('moderator', (sql) => sql`select public.decide('spot', ${id}, 'restored')`)
    expect(await readStatus(id)).toBe(status)
  }
})

test('restores only what was not removed again since, for another reason', async () => {
  const [first, second] = [
    await createSpot(people, 'public', 'published'),
    await createSpot(people, 'public', 'published'),
  ]
  const [row] = await asModerator(
    `select public.remove_contributions('${people.ids.author}', '["spot:${first.id}", "spot:${second.id}"]', 'Spam') as outcome`,
  )
  await asModerator(`select public.decide('spot', '${first.id}', 'restored') as outcome`)
  await asModerator(`select public.decide('spot', '${first.id}', 'removed', 'Private ground') as outcome`)
  await asModerator(`select public.restore_contributions(${row?.outcome.log_id ?? 0})`)
  const statuses = await people.owner`select id, status from public.spots where id in (${first.id}, ${second.id})`
  expect(Object.fromEntries(statuses.map(({ id, status }) => [id, status]))).toEqual({
    [first.id]: 'removed',
    [second.id]: 'published',
  })
})

test('finds the member with exactly the name first, among more than 50 that begin with it', async () => {
  await people.owner`insert into auth.users (id, email)
    select gen_random_uuid(), 'kim-' || n || '@example.org' from generate_series(1, 60) as n`
  await people.owner`insert into public.users (id, username)
    select id, case email when 'kim-60@example.org' then 'kim' else 'kim' || substr(email, 5, 2) || 'x' end
    from auth.users where email like 'kim-%' order by random()`
  const [row] = await people.actAs(
    'moderator',
    (sql) => sql<{ page: { members: { username: string }[] } }[]>`select public.moderation_members('kim') as page`,
  )
  expect(row?.page.members[0]).toMatchObject({ username: 'kim' })
})
