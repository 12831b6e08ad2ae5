import { afterAll, beforeAll, expect, test } from 'vitest'
import { ALICE, BOB, createTestStorage, TEST_KEYS, type TestStorage } from '../test-storage.ts'

const _ADMIN = { authorization: `Bearer ${TEST_KEYS.secretKey}` }
let storage: TestStorage
let sql: ReturnType<TestStorage['database']['connect']>

beforeAll(async () => {
  storage = await createTestStorage()
  sql = storage.database.connect('owner', { max: 2 })
  await storage.admin.storage.createBucket('files', { public: true })
  await storage.admin.storage.createBucket('other')
})
afterAll(() => storage[Symbol.asyncDispose]())

const one = async (expression: string) => (await sql.unsafe(`select ${expression} as value`))[0]?.value as unknown

test('has the tables, columns and keys of a hosted project (storage 10)', async () => {
  const columns = async (table: string) => {
    const rows = await sql<
      { name: string; type: string }[]
    >`select attname as name, format_type(atttypid, atttypmod) as type
      from pg_attribute where attrelid = ${`storage.${table}`}::regclass and attnum > 0 and not attisdropped order by 1`
    return Object.fromEntries(rows.map(({ name, type }) => [name, type]))
  }
  expect(await columns('buckets')).toMatchObject({
    id: 'text',
    name: 'text',
    owner: 'uuid',
    owner_id: 'text',
    public: 'boolean',
    avif_autodetection: 'boolean',
    file_size_limit: 'bigint',
    allowed_mime_types: 'text[]',
    type: 'storage.buckettype',
    created_at: 'timestamp with time zone',
    updated_at: 'timestamp with time zone',
  })
  expect(await columns('objects')).toMatchObject({
    id: 'uuid',
    bucket_id: 'text',
    name: 'text',
    owner: 'uuid',
    owner_id: 'text',
    created_at: 'timestamp with time zone',
    updated_at: 'timestamp with time zone',
    last_accessed_at: 'timestamp with time zone',
    metadata: 'jsonb',
    path_tokens: 'text[]',
    version: 'text',
    user_metadata: 'jsonb',
  })
  const secured = await sql`select relname from pg_class
    where relnamespace = 'storage'::regnamespace and relname in ('buckets', 'objects') and relrowsecurity order by 1`
  expect(secured.map(({ relname }) => relname)).toEqual(['buckets', 'objects'])
  expect(await one(`enum_range(null::storage.buckettype)::text`)).toBe('{STANDARD,ANALYTICS,VECTOR}')
  const indexes =
    await sql`select indexname from pg_indexes where schemaname = 'storage' and tablename in ('buckets', 'objects')`
  expect(indexes.map(({ indexname }) => indexname)).toEqual(expect.arrayContaining(['bname', 'bucketid_objname']))
})

test('provides foldername, filename and extension for policies (storage 10)', async () => {
  expect(await one(`storage.foldername('a/b/c.tar.gz')`)).toEqual(['a', 'b'])
  expect(await one(`storage.foldername('c.txt')`)).toEqual([])
  expect(await one(`storage.filename('a/b/c.tar.gz')`)).toBe('c.tar.gz')
  expect(await one(`storage.extension('a/b/c.tar.gz')`)).toBe('gz')
  expect(await one(`storage.extension('a.b/README')`)).toBe('README')
})

test('compares operations with and without their prefix (storage 10)', async () => {
  const during = async (operation: string, expression: string) =>
    (
      await sql.begin(async (tx) => {
        await tx`select set_config('storage.operation', ${operation}, true)`
        return tx.unsafe(`select ${expression} as value`)
      })
    )[0]?.value as unknown
  expect(await during('storage.object.list', 'storage.operation()')).toBe('storage.object.list')
  expect(await during('storage.object.list', `storage.allow_only_operation('object.list')`)).toBe(true)
  expect(
    await during(
      'object.head_authenticated_info',
      `storage.allow_only_operation('storage.object.head_authenticated_info')`,
    ),
  ).toBe(true)
  expect(await during('storage.object.list', `storage.allow_any_operation(array['object.copy', 'object.list'])`)).toBe(
    true,
  )
  expect(await during('storage.object.list', `storage.allow_any_operation(array['object.copy'])`)).toBe(false)
  expect(await one(`storage.allow_only_operation('object.list')`)).toBe(false)
})

test('provides get_size_by_bucket, can_insert_object and the list functions (storage 10)', async () => {
  const files = storage.admin.storage.from('files')
  await files.upload('sum/a', '123')
  await files.upload('sum/b', '4567')
  const sizes = await sql`select size::int, bucket_id from storage.get_size_by_bucket()`
  expect(sizes.find(({ bucket_id: bucket }) => bucket === 'files')?.size).toBe(7)
  await expect(sql`select storage.can_insert_object('files', 'try', null, '{}')`).rejects.toMatchObject({
    code: 'PT200',
  })
  expect(await sql`select from storage.objects where name = 'try'`).toHaveLength(0)
  const listed = await sql`select name from storage.search('sum/', 'files', 10, 2, 0, '', 'name', 'desc')`
  expect(listed.map(({ name }) => name)).toEqual(['b', 'a'])
  const second = await sql`select name from storage.search_v2('sum/', 'files', 10, 1, '', 'asc', 'name', '')`
  expect(second.map(({ name }) => name)).toEqual(['sum/a', 'sum/b'])
  expect((await sql`select path_tokens from storage.objects where name = 'sum/a'`)[0]?.path_tokens).toEqual([
    'sum',
    'a',
  ])
})

test('sets updated_at, limits names and protects rows by triggers (storage 10)', async () => {
  await storage.admin.storage.from('files').upload('time', 'x')
  const times = async () =>
    (
      await sql<
        { created_at: Date; updated_at: Date }[]
      >`select created_at, updated_at from storage.objects where name = 'time'`
    )[0]
  const before = await times()
  await storage.admin.storage.from('files').update('time', 'y')
  const after = await times()
  expect(after?.created_at).toEqual(before?.created_at)
  expect(after?.updated_at.getTime()).toBeGreaterThan(before?.updated_at.getTime() ?? Number.NaN)
  await expect(sql`insert into storage.buckets (id, name) values ('long', ${'n'.repeat(101)})`).rejects.toThrow()
  for (const table of ['objects', 'buckets']) {
    await expect(sql.unsafe(`delete from storage.${table}`)).rejects.toMatchObject({
      code: '42501',
      message: 'Direct deletion from storage tables is not allowed. Use the Storage API instead.',
    })
  }
})

test('exposes caller, request and operation to policies (storage 10)', async () => {
  await sql.unsafe(`create table seen (settings jsonb);
    create function private_note() returns boolean language plpgsql security definer as $$
      begin
        insert into public.seen select jsonb_object_agg(name, current_setting(name, true)) from unnest(array['role',
          'request.jwt.claim.role', 'request.jwt.claim.sub', 'request.jwt.claims', 'request.method', 'request.path',
          'request.headers', 'storage.operation', 'storage.allow_delete_query', 'statement_timeout']) as name;
        return true;
      end $$;
    grant execute on function private_note to authenticated;
    create policy "noted" on storage.buckets for insert to authenticated with check (private_note())`)
  const headers = {
    authorization: `Bearer ${await storage.signToken({ sub: ALICE, colour: 'red' })}`,
    'content-type': 'application/json',
    'x-any': 'thing',
  }
  await storage.request('/bucket', { method: 'POST', headers, body: '{"name":"noted"}' })
  const [seen] = await sql`select settings from seen`
  const settings = seen?.settings as Record<string, string>
  expect(settings).toMatchObject({
    'request.jwt.claim.role': 'authenticated',
    'request.jwt.claim.sub': ALICE,
    'request.method': 'POST',
    'request.path': '/bucket',
    'storage.operation': 'storage.bucket.create',
    'storage.allow_delete_query': 'true',
    statement_timeout: '30s',
  })
  expect(JSON.parse(settings['request.jwt.claims'] ?? '')).toMatchObject({ sub: ALICE, colour: 'red' })
  expect(JSON.parse(settings['request.headers'] ?? '')).toMatchObject({ 'x-any': 'thing' })
})

test('applies policies to creating, updating and deleting buckets (storage 10.1)', async () => {
  await sql.unsafe(`
    create policy "accounts make buckets" on storage.buckets for insert to authenticated with check (owner_id = auth.uid()::text);
    create policy "accounts change buckets" on storage.buckets for update to authenticated using (owner_id = auth.uid()::text);
    create policy "accounts drop buckets" on storage.buckets for delete to authenticated using (owner_id = auth.uid()::text)`)
  const alice = (await storage.as(ALICE)).storage
  expect((await alice.createBucket('hers')).error).toBeNull()
  expect((await alice.updateBucket('hers', { public: true })).error).toMatchObject({ code: 'NoSuchBucket' })
  expect((await alice.deleteBucket('hers')).error).toMatchObject({ code: 'NoSuchBucket' })
  await sql.unsafe(
    `create policy "accounts see buckets" on storage.buckets for select to authenticated using (owner_id = auth.uid()::text)`,
  )
  expect((await alice.updateBucket('hers', { public: true })).error).toBeNull()
  expect((await alice.getBucket('hers')).data).toMatchObject({ owner: ALICE, public: true })
  const bob = (await storage.as(BOB)).storage
  expect((await bob.listBuckets()).data).toEqual([])
  expect((await bob.deleteBucket('hers')).error).toMatchObject({ code: 'NoSuchBucket' })
  expect((await alice.deleteBucket('hers')).error).toBeNull()
})

test('accepts owners that are not UUIDs (storage 10)', async () => {
  const authorization = `Bearer ${await storage.signToken({ sub: 'auth0|ü', role: 'service_role' })}`
  await storage.request('/object/other/theirs', { method: 'POST', headers: { authorization }, body: 'x' })
  expect((await sql`select owner, owner_id from storage.objects where name = 'theirs'`)[0]).toEqual({
    owner: null,
    owner_id: 'auth0|ü',
  })
})
