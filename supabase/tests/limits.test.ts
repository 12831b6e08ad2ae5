import { expect, test } from 'vitest'
import { ALICE, BOB, createTestStorage } from '../../backend/src/storage/test/test-storage.ts'
import { createSpot } from './fixtures.ts'
import { createPeople, findErrorCode } from './people.ts'

const ACCOUNTS = `insert into auth.users (id, email) values ('${ALICE}', 'alice@example.org'), ('${BOB}', 'bob@example.org')`

/** Returns the usage according to the counters and to the rows of the files, which must be equal. */
async function readUsage(owner: Awaited<ReturnType<typeof createPeople>>['owner']) {
  const kept = await owner`select bucket_id, folder, files, bytes::int from private.storage_usage
    where files > 0 order by 1, 2`
  const counted = await owner`select bucket_id, (storage.foldername(name))[1] as folder, count(*)::int as files,
      sum((metadata ->> 'size')::int)::int as bytes
    from storage.objects group by 1, 2 order by 1, 2`
  return { kept: [...kept], counted: [...counted] }
}

test('updates storage usage on uploads, replacements, copies, moves and deletions', async () => {
  await using storage = await createTestStorage({ sql: ACCOUNTS })
  const owner = storage.database.connect('owner', { max: 1 })
  const png = { contentType: 'image/png' }
  const files = (await storage.as(ALICE)).storage.from('avatars')
  await files.upload(`${ALICE}/a.png`, 'twelve bytes', png)
  await files.upload(`${ALICE}/b.png`, 'x', png)
  await files.upload(`${ALICE}/b.png`, 'longer', { ...png, upsert: true })
  await files.copy(`${ALICE}/a.png`, `${ALICE}/c.png`)
  await files.move(`${ALICE}/c.png`, `${ALICE}/d.png`)
  await (await storage.as(BOB)).storage.from('avatars').upload(`${BOB}/a.png`, 'bob', png)
  const before = await readUsage(owner)
  expect(before.kept).toEqual(before.counted)
  expect(before.kept).toContainEqual({ bucket_id: 'avatars', folder: ALICE, files: 3, bytes: 30 })
  await files.remove([`${ALICE}/a.png`, `${ALICE}/b.png`])
  const after = await readUsage(owner)
  expect(after.kept).toEqual(after.counted)
})

test('rejects files and bytes beyond the quota, even with concurrent uploads', async () => {
  await using storage = await createTestStorage({ sql: ACCOUNTS })
  const owner = storage.database.connect('owner', { max: 1 })
  await owner`update private.storage_quotas set max_files = 3, max_bytes = 100 where bucket_id = 'avatars'`
  const files = (await storage.as(ALICE)).storage.from('avatars')
  const png = { contentType: 'image/png' }
  const rejected = await files.upload(`${ALICE}/big.png`, 'x'.repeat(101), png)
  expect(rejected.error).toMatchObject({
    status: 400,
    statusCode: '403',
    message: 'You can store at most 100 bytes in avatars. Delete some files first.',
  })
  // The length of a stream is known only when it has arrived.
  const stream = new Blob(['x'.repeat(101)]).stream()
  expect((await files.upload(`${ALICE}/stream.png`, stream, { ...png, duplex: 'half' })).error).toMatchObject({
    statusCode: '403',
  })
  const uploads = await Promise.all(
    Array.from({ length: 8 }, (_, index) => files.upload(`${ALICE}/${index}.png`, 'x', png)),
  )
  expect(uploads.filter(({ error }) => !error)).toHaveLength(3)
  expect(uploads.find(({ error }) => error)?.error?.message).toBe(
    'You can store at most 3 files in avatars. Delete some files first.',
  )
  expect(
    (await files.remove([`${ALICE}/0.png`, `${ALICE}/1.png`, `${ALICE}/2.png`, `${ALICE}/3.png`])).error,
  ).toBeNull()
  expect((await files.upload(`${ALICE}/again.png`, 'x', png)).error).toBeNull()
})

test('limits the writes of a member, but not those of others or of the server', async () => {
  await using people = await createPeople()
  const spot = await createSpot(people, 'public', 'published')
  await people.owner`update private.write_limits set per_hour = 2`
  const comment = (viewer: 'author' | 'stranger' | 'service') =>
    people.actAs(
      viewer,
      (sql) => sql`insert into public.comments (spot_id, author_id, body)
        values (${spot.id}, ${people.ids[viewer === 'service' ? 'author' : viewer]}, 'Hello')`,
    )
  await comment('author')
  await comment('author')
  await expect(comment('author')).rejects.toMatchObject({
    code: 'PT429',
    message: 'You can add at most 2 comments per hour. Try again in 60 minutes.',
  })
  await comment('stranger')
  for (let time = 0; time < 3; time += 1) await comment('service')
  // Deleting rows does not reset the limit; an hour does.
  await people.actAs('author', (sql) => sql`delete from public.comments`)
  expect(await findErrorCode(comment('author'))).toBe('PT429')
  await people.owner`update private.write_counts set since = now() - interval '59 minutes 10 seconds'`
  await expect(comment('author')).rejects.toMatchObject({
    message: 'You can add at most 2 comments per hour. Try again in 1 minute.',
  })
  await people.owner`update private.write_counts set since = since - interval '1 hour'`
  expect(await findErrorCode(comment('author'))).toBeUndefined()
})

test('returns the time at which a member may export their data again', async () => {
  await using people = await createPeople()
  await people.owner`update private.write_limits set per_hour = 2 where table_name = 'data_exports'`
  const exportData = async () => {
    await people.actAs('author', (sql) => sql`select public.start_data_export()`)
    await people.owner`delete from public.data_exports`
  }
  await exportData()
  await exportData()
  await people.owner`update private.write_counts set since = now() - interval '20 minutes 10 seconds'`
  await expect(exportData()).rejects.toMatchObject({
    code: 'PT429',
    message: 'You can export your data at most 2 times per hour. Try again in 40 minutes.',
  })
})

test('names one row in the singular', async () => {
  await using people = await createPeople()
  await people.owner`update private.write_limits set per_hour = 1`
  const spot = await createSpot(people, 'public', 'published')
  const { author, stranger, moderator } = people.ids
  const exceed = (rows: string) =>
    people.actAs('author', (sql) => sql.unsafe(`insert into public.${rows}`)).catch((error: Error) => error.message)
  const messages = [
    await exceed(`posts (title, author_id) values ('Walk', '${author}'), ('Ride', '${author}')`),
    await exceed(
      `comments (spot_id, author_id, body) values ('${spot.id}', '${author}', 'A'), ('${spot.id}', '${author}', 'B')`,
    ),
    await exceed(`blocks (blocker_id, blocked_id) values ('${author}', '${stranger}'), ('${author}', '${moderator}')`),
  ]
  expect(messages).toEqual([
    'You can add at most 1 story per hour. Try again in 60 minutes.',
    'You can add at most 1 comment per hour. Try again in 60 minutes.',
    'You can block at most 1 member per hour. Try again in 60 minutes.',
  ])
})

test('accepts no more concurrent writes than the limit', async () => {
  await using people = await createPeople()
  await people.owner`update private.write_limits set per_hour = 3 where table_name = 'spots'`
  const submit = () =>
    people.actAs(
      'author',
      (sql) =>
        sql`select public.submit_spot(gen_random_uuid(), '{"title": "Well", "category": "castle", "lng": 1, "lat": 2}')`,
    )
  const codes = await Promise.all(Array.from({ length: 8 }, () => findErrorCode(submit())))
  expect(codes.filter((code) => code === undefined)).toHaveLength(3)
  expect(codes.filter((code) => code === 'PT429')).toHaveLength(5)
})

test('does not count the same submission twice', async () => {
  await using people = await createPeople()
  await people.owner`update private.write_limits set per_hour = 1 where table_name = 'spots'`
  const key = crypto.randomUUID()
  const submit = () =>
    people.actAs(
      'author',
      (sql) => sql`select public.submit_spot(${key}, '{"title": "Well", "category": "castle", "lng": 1, "lat": 2}')`,
    )
  await submit()
  expect(await findErrorCode(submit())).toBeUndefined()
})

test('has a counting trigger on every table with a limit', async () => {
  await using people = await createPeople()
  const rows = await people.owner`select table_name from private.write_limits
    where not exists (select from pg_trigger where tgname = '_900_limit' and tgrelid = to_regclass('public.' || table_name))`
  expect([...rows]).toEqual([])
})
