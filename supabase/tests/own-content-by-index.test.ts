import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Transaction } from '../../backend/src/postgres/statements/sql.ts'
import { createPeople, type People } from './people.ts'

let people: People

/** Adds content of others, enough for the planner to prefer an index. */
beforeAll(async () => {
  people = await createPeople()
  await people.owner.begin(async (sql) => {
    await sql`set local session_replication_role = replica`
    await sql`insert into public.spots (title, category, lng, lat, status, author_id, submission_key)
      select 'Mill', 'castle', 7, 45, 'published', gen_random_uuid(), gen_random_uuid() from generate_series(1, 2000)`
    await sql`insert into public.posts (slug, title, body, status, author_id, submission_key)
      select 'walk-' || n, 'A walk', '', 'published', gen_random_uuid(), gen_random_uuid() from generate_series(1, 2000) as n`
    await sql`insert into public.lists (title, kind, author_id)
      select 'Mills', kind, gen_random_uuid() from generate_series(1, 2000), unnest(enum_range(null::public.list_kind)) as kind`
    await sql`insert into public.list_items (list_id, spot_id, position)
      select lists.id, (select id from public.spots limit 1), 1 from public.lists`
    await sql`insert into public.post_spots (post_id, spot_id)
      select id, (select spot_id from public.list_items limit 1) from public.posts where slug = 'walk-1'`
    await sql`update public.spots set save_count = 4000, been_count = 2000`
  })
  await people.owner.unsafe(
    'analyze public.spots; analyze public.posts; analyze public.lists; analyze public.list_items',
  )
})
afterAll(() => people[Symbol.asyncDispose]())

const story = JSON.stringify({ title: 'A walk', body: 'One.' })
const spot = JSON.stringify({ title: 'Old mill', category: 'castle', lng: 7.7, lat: 45 })
const ANY_SPOT = '(select id from public.spots limit 1)'

test.each([
  'public.own_lists()',
  `public.create_list('Mills')`,
  'public.list_stories(mine => true)',
  'public.find_story_spots()',
  `public.mark_spot(${ANY_SPOT}, 'want', true)`,
  `public.mark_spot(${ANY_SPOT}, 'want', false)`,
  `public.save_story('${story}', submission_key => '${randomUUID()}')`,
  `public.publish_story('${story}', submission_key => '${randomUUID()}')`,
  `public.submit_spot('${randomUUID()}', '${spot}')`,
  'private.list_been_spot_ids()',
  `private.spot_viewer(spots) from public.spots where id = ${ANY_SPOT}`,
  `public.save_chooser(${ANY_SPOT})`,
  `public.post_page('walk-1')`,
])('finds what the caller owns without reading what everyone owns: %s', async (call) => {
  const read = await people.as('author', async (sql) => {
    const [{ id } = { id: '' }] = await sql<{ id: string }[]>`select id from public.spots limit 1`
    const before = await countRowsRead(sql)
    await sql.unsafe(`select ${call.replace(ANY_SPOT, `'${id}'`)}`)
    return (await countRowsRead(sql)) - before
  })
  expect(read).toBeLessThan(1000)
})

/** Counts the rows that this connection has read. */
async function countRowsRead(sql: Transaction): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as count from pg_stat_xact_user_tables
    where schemaname = 'public' and relname in ('spots', 'posts', 'lists', 'list_items')`
  return row?.count ?? 0
}
