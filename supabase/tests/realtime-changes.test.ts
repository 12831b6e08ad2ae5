import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createLog } from '../../backend/src/http/log.ts'
import type { ChangeFeed, ChangeRecord } from '../../backend/src/realtime/changes/change-feed.ts'
import { createChangeFeed } from '../../backend/src/realtime/changes/create-change-feed.ts'
import type { ChangeSource } from '../../backend/src/realtime/stream/change-source.ts'
import { createLogicalSource } from '../../backend/src/realtime/stream/logical-source.ts'
import { createSpotMatrix, type SpotFixture } from './fixtures.ts'
import { createPeople, type People, toCaller } from './people.ts'
import { VIEWERS } from './visibility-rule.ts'

let people: People
let spots: SpotFixture[]
let source: ChangeSource
let feed: ChangeFeed

beforeAll(async () => {
  people = await createPeople()
  spots = await createSpotMatrix(people)
  const { connect, replicate } = people.database
  const log = createLog('warn')
  source = createLogicalSource({ open: () => replicate('supabase_realtime_admin'), log })
  feed = createChangeFeed({ source, connect, maxChangeBytes: 1_048_576, log })
})
afterAll(async () => {
  await feed.close()
  await source.close()
  await people[Symbol.asyncDispose]()
})

/** Subscribes a viewer to a table and collects the changes. */
async function follow(viewer: (typeof VIEWERS)[number] | 'service', table: string): Promise<ChangeRecord[]> {
  const changes: ChangeRecord[] = []
  const live = Promise.withResolvers<string>()
  feed.subscribe({
    claims: toCaller(viewer, people.ids).claims,
    bindings: [{ id: 1, binding: { event: '*', schema: 'public', table } }],
    deliver: (_ids, data) => void changes.push(data),
    notify: (_status, message) => live.resolve(message),
  })
  expect(await live.promise).toBe('Subscribed to PostgreSQL')
  return changes
}

/** Each table with an update of one spot's row in it. */
const TABLES: Record<string, (spot: SpotFixture) => Promise<unknown>> = {
  spots: ({ id }) => people.owner`update public.spots set description = 'changed' where id = ${id}`,
  comments: ({ id }) => people.owner`update public.comments set body = 'changed' where spot_id = ${id}`,
  reviews: ({ id }) => people.owner`update public.reviews set rating = 3 where spot_id = ${id}`,
  photos: ({ photoId }) => people.owner`update public.photos set width = 11 where id = ${photoId}`,
  list_changes: ({ id, listId }) =>
    people.owner`insert into public.list_changes (list_id, kind, spot_id) values (${listId}, 'moved', ${id})`,
}

const idsOf = (rows: (Record<string, unknown> | undefined)[]) => new Set(rows.map((row) => keyOf(row ?? {})))
// The driver reads a bigint as text, while changes contain a number.
const keyOf = (row: Record<string, unknown>) => String(row.id)

for (const [table, change] of Object.entries(TABLES)) {
  test(`sends changes of ${table} to the viewers who can select the row (realtime 8)`, async () => {
    const received = await Promise.all(VIEWERS.map((viewer) => follow(viewer, table)))
    const all = await follow('service', table)
    for (const spot of spots) await change(spot)
    await vi.waitFor(() => expect(idsOf(all.map(({ record }) => record)).size).toBe(spots.length), 15_000)
    for (const [i, viewer] of VIEWERS.entries()) {
      const rows = await people.as(viewer, (sql) =>
        sql.unsafe<Record<string, unknown>[]>(`select * from public.${table}`),
      )
      const visible = idsOf(rows)
      const seen = idsOf((received[i] ?? []).map(({ record }) => record))
      expect([viewer, seen]).toEqual([viewer, visible])
      expect(received[i]?.flatMap(({ errors }) => errors ?? [])).toEqual([])
    }
  }, 40_000)
}

test('publishes only tables with a primary key and RLS', async () => {
  const loose = await people.owner`
    select tablename from pg_publication_tables join pg_class on oid = format('%I.%I', schemaname, tablename)::regclass
    where pubname = 'supabase_realtime'
      and (not relrowsecurity or not exists (select from pg_index where indrelid = oid and indisprimary))`
  expect(loose).toEqual([])
})

// Everyone subscribed receives the primary key of a deleted row (realtime 8).
test('publishes no table whose primary key refers to other rows', async () => {
  const revealing = await people.owner`
    select tablename, conname from pg_publication_tables
      join pg_index on indrelid = format('%I.%I', schemaname, tablename)::regclass and indisprimary
      join pg_constraint on conrelid = indrelid and contype = 'f' and conkey && string_to_array(indkey::text, ' ')::smallint[]
    where pubname = 'supabase_realtime'`
  expect(revealing).toEqual([])
})
