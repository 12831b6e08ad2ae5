import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeople, findErrorCode, type People } from './people.ts'

const FORBIDDEN = '42501'

let people: People

beforeAll(async () => {
  people = await createPeople()
})
afterAll(() => people[Symbol.asyncDispose]())

test('writes an entry in the name of the calling moderator', async () => {
  const [entry] = await people.actAs(
    'moderator',
    (sql) => sql<{ id: string }[]>`
      select private.log_moderation('removed', 'spot', 'hiddenmill23', 'Hidden mill', 'Spam', ${people.ids.author}) as id`,
  )
  const rows = await people.owner`select * from private.moderation_log where id = ${entry?.id ?? ''}`
  expect(rows).toMatchObject([
    { actor_id: people.ids.moderator, action: 'removed', target_title: 'Hidden mill', reason: 'Spam' },
  ])
})

test('rejects entries by anyone else', async () => {
  for (const viewer of ['visitor', 'stranger', 'author'] as const) {
    const write = people.as(viewer, (sql) => sql`select private.log_moderation('removed', 'spot', 'hiddenmill23')`)
    expect(await findErrorCode(write), viewer).toBe(FORBIDDEN)
  }
  const write = people.as(
    'moderator',
    (sql) => sql`select private.write_moderation_log(null, 'removed', 'spot', 'hiddenmill23', '', null, '', '{}')`,
  )
  expect(await findErrorCode(write)).toBe(FORBIDDEN)
})

test('rejects every change of an entry, even by the owner of the database', async () => {
  const { owner } = people
  for (const change of [
    "update private.moderation_log set reason = ''",
    'delete from private.moderation_log',
    'truncate private.moderation_log',
  ]) {
    expect(await findErrorCode(owner.unsafe(change)), change).toBe(FORBIDDEN)
    expect(await findErrorCode(people.as('moderator', (sql) => sql.unsafe(change))), change).toBe(FORBIDDEN)
    expect(await findErrorCode(people.as('service', (sql) => sql.unsafe(change))), change).toBe(FORBIDDEN)
  }
})

test('forgets the name of a member with their account, but keeps the entry', async () => {
  const { owner, ids } = people
  const id = await people.actAs('moderator', async (sql) => {
    const [row] = await sql<{ id: string }[]>`
      select private.log_moderation('warned', 'member', ${ids.newcomer}, 'newcomer', 'Rude', ${ids.newcomer}) as id`
    return row?.id ?? ''
  })
  const forget = () => owner`update private.moderation_log set target_title = '' where id = ${id}`
  expect(await findErrorCode(forget())).toBe(FORBIDDEN)
  await owner`delete from auth.users where id = ${ids.newcomer}`
  expect(await owner`select target_id, target_title, reason from private.moderation_log where id = ${id}`).toEqual([
    { target_id: ids.newcomer, target_title: '', reason: 'Rude' },
  ])
})

test('forgets the name of a member in messages to webhooks with their account', async () => {
  const { owner } = people
  const [hook] = await owner<{ id: string }[]>`
    insert into private.webhooks (url, secret, events) values ('https://example.org/hook', 'whsec_secret', '{member.joined}') returning id`
  const member = '5f0c2b1e-0000-4000-8000-000000000001'
  await owner`insert into auth.users (id, email) values (${member}, 'late@example.org')`
  await owner`insert into public.users (id, username) values (${member}, 'latecomer')`
  const read = async () =>
    (
      await owner<
        { data: object }[]
      >`select payload -> 'data' as data from private.webhook_deliveries where webhook_id = ${hook?.id ?? ''}`
    )[0]?.data
  expect(await read()).toEqual({ id: member, username: 'latecomer' })
  await owner`delete from auth.users where id = ${member}`
  expect(await read()).toEqual({ id: member })
})

test('finds the photos, reviews and comments of its entries without reading those of everyone', async () => {
  const { owner, ids } = people
  await owner.begin(async (sql) => {
    await sql`set local session_replication_role = replica`
    await sql`insert into public.spots (id, title, category, lng, lat, visibility) values ('loggedmill23', 'Mill', 'castle', 7, 45, 'private')`
    await sql`insert into public.photos (spot_id, author_id, storage_path, width, height)
      select 'loggedmill23', ${ids.author}, ${`${ids.author}/`} || n, 1, 1 from generate_series(1, 2000) as n`
    await sql`insert into public.reviews (spot_id, author_id, rating)
      select 'loggedmill23', gen_random_uuid(), 3 from generate_series(1, 2000)`
    await sql`insert into public.comments (spot_id, author_id, body)
      select 'loggedmill23', ${ids.author}, 'Nice' from generate_series(1, 2000)`
    for (const kind of ['photo', 'review', 'comment']) {
      await sql`insert into private.moderation_log (action, target_kind, target_id, target_title)
        select 'kept', ${kind}, id::text, 'Mill' from public.${sql.identifier(`${kind}s`)} limit 3`
    }
  })
  await owner.unsafe('analyze public.spots; analyze public.photos; analyze public.reviews; analyze public.comments')
  await people.as('moderator', async (sql) => {
    const [page] = await sql<{ titles: (string | null)[]; read: number }[]>`
      select jsonb_path_query_array(public.list_moderation_log(most => 9), '$.entries[*].title') as titles,
        (select sum(seq_tup_read)::int from pg_stat_xact_user_tables where relname in ('photos', 'reviews', 'comments')) as read`
    expect(page).toEqual({ titles: Array.from({ length: 9 }).fill(null), read: 0 })
  })
})
