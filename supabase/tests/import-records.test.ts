import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { continueImports } from './member-import.ts'
import { createPeople, findErrorCode, type People } from './people.ts'

let people: People

beforeAll(async () => {
  people = await createPeople()
  await people.owner`insert into public.spots (id, title, category, lng, lat, status, visibility, author_id) values
    ('publiccafe22', 'Al Bicerin', 'cafe', 7.68, 45.075, 'published', 'public', ${people.ids.stranger}),
    ('secretcafe22', 'Secret cafe', 'cafe', 7.78, 45.075, 'published', 'private', ${people.ids.stranger})`
})
beforeEach(async () => {
  for (const table of ['comments', 'follows', 'blocks', 'imports', 'notifications', 'notification_preferences'])
    await people.owner.unsafe(`delete from public.${table}`)
  await people.owner`delete from private.write_counts`
})
afterAll(() => people[Symbol.asyncDispose]())

type Record = { number?: number; kind: string; name?: string; details: object }

const CAFE = { about: { spot: 'Al Bicerin', lng: 7.68, lat: 45.075 }, spot: 'elsewhere222' }

function comment(body: string, details: object = CAFE): Record {
  return { kind: 'comment', details: { body, ...details } }
}

/** Imports records as the author, as a page would that sends whatever an archive contains. */
async function bring(records: Record[], viewer: 'author' | 'newcomer' = 'author'): Promise<string> {
  const numbered = records.map((record, index) => ({ number: index + 1, name: 'A record', ...record }))
  const id = await people.actAs(viewer, async (sql) => {
    const [created] = await sql<{ id: string }[]>`select public.start_import('mine.zip', 0) as id`
    const started = created?.id ?? ''
    await sql`select public.add_import_records(${started}, ${JSON.stringify(numbered)}::jsonb)`
    await sql`select public.set_import_status(${started}, 'running')`
    return started
  })
  await continueImports(people)
  return id
}

async function listOutcomes(id: string): Promise<string[]> {
  const rows = await people.owner<{ outcome: string }[]>`
    select trim(state || ' ' || reason) as outcome from public.import_records where import_id = ${id} order by number`
  return rows.map(({ outcome }) => outcome)
}

const listComments = () => people.owner`select spot_id, author_id, body from public.comments order by body`

test("restores a comment under the importing member's name, whatever the archive says", async () => {
  await bring([comment('Lovely.', { ...CAFE, author_id: people.ids.stranger })])
  expect(await people.owner`select author_id from public.comments`).toEqual([{ author_id: people.ids.author }])
})

test('sends no notifications about restored comments, mentions and follows, but does about later ones', async () => {
  await bring([comment('Ask @moderator.'), { kind: 'follow', details: { member: 'stranger' } }])
  expect(await people.owner`select from public.notifications`).toEqual([])
  await people.actAs(
    'author',
    (sql) => sql`insert into public.comments (spot_id, body) values ('publiccafe22', 'By hand')`,
  )
  expect(await people.owner`select kind from public.notifications`).toEqual([{ kind: 'comment' }])
})

test('leaves out comments on what the member cannot see, and never reveals it', async () => {
  const near = { spot: 'Secret cafe', lng: 7.78, lat: 45.075 }
  const id = await bring([comment('By id', { spot: 'secretcafe22' }), comment('By place', { spot: 'x', about: near })])
  expect(await listOutcomes(id)).toEqual(Array(2).fill('failed This place is not on this site.'))
  expect(await listComments()).toEqual([])
})

test('leaves out replies to comments that are not on this site, and to those of members who block the importing member', async () => {
  const [theirs] = await people.owner<{ id: string }[]>`
    insert into public.comments (spot_id, author_id, body) values ('publiccafe22', ${people.ids.stranger}, 'Mine') returning id`
  await people.owner`insert into public.blocks (blocker_id, blocked_id) values (${people.ids.stranger}, ${people.ids.author})`
  const answer = (parent: string) => comment('An answer', { ...CAFE, parent })
  const id = await bring([answer(theirs?.id ?? ''), answer('00000000-0000-4000-8000-000000000000'), answer('nonsense')])
  expect(await listOutcomes(id)).toEqual([
    'failed The comment that it answers is not on this site.',
    'failed The comment that it answers is not on this site.',
    'failed This entry of the archive is not valid.',
  ])
})

test('leaves out a record that fails unexpectedly, and restores the others', async () => {
  await people.owner.unsafe(`
    create function private.break() returns trigger language plpgsql as $$ begin raise 'broken'; end $$;
    create trigger broken before insert on public.comments for each row when (new.body = 'Broken') execute function private.break()`)
  const id = await bring([comment('Broken'), comment('Whole')])
  await people.owner`drop function private.break cascade`
  expect(await listOutcomes(id)).toEqual(['failed This entry of the archive could not be restored.', 'created'])
})

test('restores no more comments than the member could write by hand, and the rest later', async () => {
  const id = await bring(Array.from({ length: 10 }, (_, index) => comment(`Comment ${index}`)))
  expect(await listComments()).toHaveLength(6)
  expect((await listOutcomes(id)).filter((outcome) => outcome === 'waiting')).toHaveLength(4)
  await people.owner`update public.comments set created_at = created_at - interval '2 minutes'`
  await people.owner`update public.imports set records_due_at = now()`
  await continueImports(people)
  expect(await listComments()).toHaveLength(10)
  await people.owner`delete from public.comments`
  await people.owner`update private.write_counts set count = 119 where table_name = 'comments'`
  const more = await bring([comment('One'), comment('Two')])
  expect(await listOutcomes(more)).toEqual(['created', 'waiting'])
})

test('blocks and follows only in the name of the member, and never the member themselves', async () => {
  const id = await bring([
    { kind: 'block', details: { member: 'moderator', blocker_id: people.ids.stranger } },
    { kind: 'block', details: { member: 'author' } },
    { kind: 'follow', details: { member: 'newcomer', follower_id: people.ids.stranger } },
    { kind: 'follow', details: { member: 'author' } },
    { kind: 'follow', details: { member: 'moderator' } },
    { kind: 'follow', details: { list: 'No list', author: 'stranger' } },
    { kind: 'follow', details: { city: 1e9 } },
  ])
  expect(await listOutcomes(id)).toEqual([
    'created',
    'failed This is your own name on this site.',
    'created',
    'failed This is your own name on this site.',
    'failed You may not do this on this site.',
    'failed There is no such list on this site.',
    'failed This city is not on this site.',
  ])
  expect(await people.owner`select blocker_id, blocked_id from public.blocks`).toEqual([
    { blocker_id: people.ids.author, blocked_id: people.ids.moderator },
  ])
  expect(await people.owner`select follower_id, member_id from public.follows`).toEqual([
    { follower_id: people.ids.author, member_id: people.ids.newcomer },
  ])
})

test('keeps restored names beyond the next sign-in, which copies the metadata of the account, until they are undone', async () => {
  const listNames = () => people.owner`
    select users.name, surname, raw_user_meta_data ->> 'name' as meta_name, raw_user_meta_data ->> 'surname' as meta_surname
    from public.users join auth.users as accounts using (id) where id = ${people.ids.author}`
  await people.owner`update public.users set name = null, surname = null where id = ${people.ids.author}`
  const id = await bring([{ kind: 'setting', details: { setting: 'profile', name: 'Ada', surname: 'Byron' } }])
  expect(await listNames()).toEqual([{ name: 'Ada', surname: 'Byron', meta_name: 'Ada', meta_surname: 'Byron' }])
  await people.actAs('author', (sql) => sql`select public.undo_import(${id})`)
  await continueImports(people)
  expect(await listNames()).toEqual([{ name: null, surname: null, meta_name: null, meta_surname: null }])
})

test('ignores rights and usernames in the settings of an archive', async () => {
  const profile = { setting: 'profile', is_moderator: true, username: 'root', email: 'x@example.org', bio: 'Hi' }
  await bring([{ kind: 'setting', details: profile }])
  const [row] = await people.owner`select username, is_moderator, bio from public.users where id = ${people.ids.author}`
  expect(row).toEqual({ username: 'author', is_moderator: false, bio: 'Hi' })
})

test('rejects nonsense with a reason, and restores the rest', async () => {
  const id = await bring([
    { kind: 'setting', details: { setting: 'notifications', topic: 'weather', in_app: true, mail: 'now' } },
    { kind: 'setting', details: { setting: 'digest', digest_hour: 99, time_zone: null } },
    { kind: 'setting', details: { setting: 'rank' } },
    comment('', CAFE),
    comment('x', { spot: 'x', about: { spot: 'x', lng: 1e308, lat: 'NaN' } }),
    comment('x', { story: 'x' }),
    comment('x', { about: { story: 'None', author: 'stranger' } }),
    comment('It works.'),
  ])
  const invalid = 'failed This entry of the archive is not valid.'
  expect(await listOutcomes(id)).toEqual([
    ...[invalid, invalid, 'failed This site has no such setting.', invalid],
    ...['failed This place is not on this site.', invalid, 'failed This story is not on this site.', 'created'],
  ])
})

test('rejects records for the imports of others, after the start, and beyond the limits of number and size', async () => {
  const id = await bring([comment('Mine')])
  const add = (viewer: 'author' | 'stranger', records: object[]) =>
    findErrorCode(
      people.as(viewer, (sql) => sql`select public.add_import_records(${id}, ${JSON.stringify(records)}::jsonb)`),
    )
  const record = { number: 1, name: 'A record', ...comment('x') }
  expect(await add('stranger', [record])).toBe('PT404')
  expect(await add('author', [record])).toBe('PT409')
  await people.owner`update public.imports set status = 'staging' where id = ${id}`
  expect(await add('author', Array(501).fill(record))).toBe('PT400')
  expect(await add('author', [{ ...record, number: 2, details: { body: 'x'.repeat(40_000) } }])).toBe('PT400')
  expect(await add('author', [{ ...record, number: 20_001 }])).toBe('PT400')
  expect(await add('author', [{ ...record, number: 2, kind: 'token' }])).toBe('PT400')
  expect(await findErrorCode(people.as('visitor', (sql) => sql`select public.add_import_records(${id}, '[]')`))).toBe(
    '42501',
  )
})

test('shows the records of an import only to its member, and rejects writes', async () => {
  await bring([comment('Mine')])
  const read = (viewer: 'author' | 'stranger' | 'moderator') =>
    people.as(viewer, (sql) => sql`select from public.import_records`)
  expect(await read('author')).toHaveLength(1)
  expect(await read('stranger')).toHaveLength(0)
  expect(await read('moderator')).toHaveLength(0)
  expect(
    await findErrorCode(people.as('author', (sql) => sql`update public.import_records set state = 'waiting'`)),
  ).toBe('42501')
})

test('restores nothing for a banned member', async () => {
  await people.owner`update auth.users set banned_until = now() + interval '1 day' where id = ${people.ids.newcomer}`
  const [created] = await people.owner<
    { id: string }[]
  >`insert into public.imports (member_id, name, row_count, status, records_due_at)
    values (${people.ids.newcomer}, 'x', 0, 'done', now()) returning id`
  await people.owner`insert into public.import_records (import_id, number, kind, name, details)
    values (${created?.id ?? ''}, 1, 'comment', 'x', ${people.owner.json(comment('Banned').details)})`
  await continueImports(people)
  await people.owner`update auth.users set banned_until = null where id = ${people.ids.newcomer}`
  expect(await listComments()).toEqual([])
  expect((await listOutcomes(created?.id ?? ''))[0]).toMatch(/^failed /)
})

test('undoes what was restored, except comments with replies and what has changed since', async () => {
  const preference = { setting: 'notifications', topic: 'reviews', in_app: false, mail: 'never' }
  await people.owner`insert into public.notification_preferences (user_id, topic, in_app, mail)
    values (${people.ids.author}, 'reviews', true, 'now')`
  const id = await bring([
    comment('Answered'),
    comment('Alone'),
    { kind: 'setting', details: preference },
    { kind: 'setting', details: { ...preference, topic: 'comments' } },
    { kind: 'follow', details: { member: 'stranger' } },
    { kind: 'block', details: { member: 'moderator' } },
  ])
  await people.owner`insert into public.comments (spot_id, author_id, parent_id, body)
    select 'publiccafe22', ${people.ids.stranger}, id, 'Yes' from public.comments where body = 'Answered'`
  await people.owner`update public.notification_preferences set mail = 'daily' where topic = 'comments'`
  await people.actAs('author', (sql) => sql`select public.undo_import(${id})`)
  expect((await listComments()).map(({ body }) => body)).toEqual(['Answered', 'Yes'])
  expect(await people.owner`select from public.follows`).toEqual([])
  expect(await people.owner`select from public.blocks`).toEqual([])
  expect(await people.owner`select topic, in_app, mail from public.notification_preferences order by topic`).toEqual([
    { topic: 'comments', in_app: false, mail: 'daily' },
    { topic: 'reviews', in_app: true, mail: 'now' },
  ])
})

test('restores nothing further once the import is undone', async () => {
  const id = await bring(Array.from({ length: 8 }, (_, index) => comment(`Comment ${index}`)))
  await people.actAs('author', (sql) => sql`select public.undo_import(${id})`)
  await people.owner`update public.imports set records_due_at = now()`
  await continueImports(people)
  expect(await listComments()).toEqual([])
})

test('creates no second copy when an archive is imported again, not even of a comment that a moderator removed', async () => {
  await bring([comment('Spam')])
  await people.owner`update public.comments set hidden_at = now(), removal_reason = 'Advertising'`
  const again = await bring([comment('Spam')])
  expect(await listOutcomes(again)).toEqual(['known You wrote this comment here already.'])
  expect(await listComments()).toHaveLength(1)
})

test('finds the members of follows and blocks by index', async () => {
  await using crowd = await createPeople()
  await crowd.owner.begin(async (sql) => {
    await sql`set local session_replication_role = replica`
    await sql`insert into public.users (id, username) select gen_random_uuid(), 'many-' || n from generate_series(1, 3000) as n`
  })
  await crowd.owner`analyze public.users`
  const [read] = await crowd.as('author', async (sql) => {
    await sql`select private.restore_follow('{"member": "many-7"}'), private.restore_follow('{"list": "No such", "author": "many-8"}')`
    await sql`select private.restore_block('{"member": "many-9"}')`
    return sql`select (seq_tup_read + idx_tup_fetch)::integer as count from pg_stat_xact_user_tables where relname = 'users' and schemaname = 'public'`
  })
  expect(read?.count).toBeLessThan(500)
})
