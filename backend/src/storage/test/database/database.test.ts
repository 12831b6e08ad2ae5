import { afterAll, beforeAll, expect, test } from 'vitest'
import { ALICE, BOB, createTestStorage, TEST_KEYS, type TestStorage } from '../test-storage.ts'

const ADMIN = { authorization: `Bearer ${TEST_KEYS.secretKey}` }
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

test('stores the metadata of raw uploads and forms (storage 5)', async () => {
  const send = async (key: string, init: RequestInit) => {
    const response = await storage.request(`/object/files/${key}`, {
      method: 'POST',
      ...init,
      headers: { ...ADMIN, ...init.headers },
    })
    expect([response.status, await response.json()]).toEqual([200, { Id: expect.any(String), Key: `files/${key}` }])
    return (await sql`select metadata, user_metadata from storage.objects where name = ${key}`)[0]
  }
  const raw = await send('w/raw', { body: Buffer.from('abc') })
  expect(raw).toEqual({
    user_metadata: {},
    metadata: {
      eTag: '"900150983cd24fb0d6963f7d28e17f72"',
      size: 3,
      mimetype: 'application/octet-stream',
      cacheControl: 'no-cache',
      lastModified: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      contentLength: 3,
      httpStatusCode: 200,
    },
  })
  const form = new FormData()
  form.append('cacheControl', '30')
  form.append('userMetadata', '{"a":1}')
  form.append('picture', new Blob(['abc']), 'a')
  form.append('second', new Blob(['never read']), 'b')
  expect(await send('w/form', { body: form })).toMatchObject({
    user_metadata: { a: 1 },
    metadata: { mimetype: 'application/octet-stream', cacheControl: 'max-age=30', size: 3 },
  })
  const put = await storage.request('/object/files/w/new', { method: 'PUT', headers: ADMIN, body: 'x' })
  expect(put.status).toBe(200)
  const shouted = await storage.request('/object/files/w/new', {
    method: 'POST',
    headers: { ...ADMIN, 'x-upsert': 'TRUE' },
    body: 'x',
  })
  expect(await shouted.json()).toMatchObject({ code: 'KeyAlreadyExists' })
})

test('accepts every allowed character of a key and rejects all others (storage 3)', async () => {
  const allowed = "AZaz09_!.*'() &$=@;:+,?-"
  // Slashes are left out, because `..` between slashes changes the URL.
  const path = encodeURIComponent
  const put = (key: string) =>
    storage.request(`/object/files/${path(key)}`, { method: 'PUT', headers: ADMIN, body: key })
  for (const key of [...[...allowed].map((each) => `c/a${each}b`), 'c/..', 'c//d', 'c/e/', '...', 'a'.repeat(1024)]) {
    expect((await put(key)).status, key).toBe(200)
    const read = await storage.request(`/object/public/files/${path(key)}`)
    expect(await read.text(), key).toBe(key)
  }
  for (const key of [
    '%',
    '#',
    '"',
    '[',
    ']',
    '~',
    '^',
    '\\',
    '<',
    '>',
    '{',
    '|',
    '`',
    'ü',
    '\t',
    '\n',
    'a'.repeat(1025),
  ]) {
    expect(await (await put(`c/${key}`)).json(), key).toMatchObject({
      code: 'InvalidKey',
      message: `Invalid key: c/${key}`,
    })
  }
  const buckets = storage.admin.storage
  expect((await buckets.createBucket(allowed)).error).toBeNull()
  expect((await buckets.deleteBucket(encodeURIComponent(allowed))).error).toBeNull()
})

test('limits lists to 1500 and 1000 entries (storage 3)', async () => {
  await sql`insert into storage.objects (bucket_id, name, version, metadata)
    select 'other', 'many/' || n, gen_random_uuid(), '{}' from generate_series(1, 1600) as n`
  const other = storage.admin.storage.from('other')
  expect((await other.list('many', { limit: 5000 })).data).toHaveLength(1500)
  const second = (await other.listV2({ prefix: 'many/' })).data
  expect([second?.objects.length, second?.hasNext]).toEqual([1000, true])
  expect((await other.listV2({ prefix: 'many/', limit: 1001 })).error).toMatchObject({ status: 400 })
})

test('never sends stored values that would break out of a header (storage 1)', async () => {
  await storage.admin.storage.from('files').upload('split', 'x')
  await sql`update storage.objects set metadata = metadata || ${sql.json({ cacheControl: 'a\r\nset-cookie: b=1' })} where name = 'split'`
  const response = await storage.request('/object/public/files/split')
  expect([response.status, (await response.json()).code]).toEqual([400, 'InvalidRequest'])
})

test('handles conditions of HEAD, download names and the three info URLs (storage 6)', async () => {
  await storage.admin.storage.from('files').upload('i/a.txt', 'abc', { contentType: 'text/plain' })
  const path = '/object/public/files/i/a.txt'
  const head = await storage.request(path, { method: 'HEAD', headers: { 'if-none-match': '"old"' } })
  expect([head.status, head.headers.get('cache-control')]).toEqual([200, 'max-age=3600, must-revalidate'])
  const known = { 'if-none-match': '"old"', 'if-modified-since': 'Fri, 01 Jan 2100 00:00:00 GMT' }
  expect((await storage.request(path, { headers: known })).status).toBe(200)
  const named = await storage.request('/object/authenticated/files/i/a.txt?download=b.txt&unknown=1', {
    headers: ADMIN,
  })
  expect(named.headers.get('content-disposition')).toBe("attachment; filename=b.txt; filename*=UTF-8''b.txt")
  const info = await Promise.all(
    ['', '/authenticated', '/public'].map(async (kind) =>
      (await storage.request(`/object/info${kind}/files/i/a.txt`, { headers: ADMIN })).json(),
    ),
  )
  expect(info[0]).toEqual({
    id: expect.any(String),
    name: 'i/a.txt',
    version: expect.any(String),
    bucket_id: 'files',
    size: 3,
    content_type: 'text/plain',
    cache_control: 'max-age=3600',
    etag: '"900150983cd24fb0d6963f7d28e17f72"',
    metadata: {},
    last_modified: expect.any(String),
    created_at: expect.any(String),
  })
  expect(info).toEqual([info[0], info[0], info[0]])
})
