import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { getRequestListener } from '@hono/node-server'
import { createClient } from '@supabase/supabase-js'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestStorage, TEST_KEYS, type TestStorage } from '../test-storage.ts'

/**
 * Calls each method of the published client, unmodified, over HTTP. A final test compares the calls with the client's
 * methods and fails when a newer client has one more.
 */
const called = new Set<string>()
let storage: TestStorage
let server: ReturnType<typeof createServer>
let url: string
let client: ReturnType<typeof createClient>['storage']

beforeAll(async () => {
  storage = await createTestStorage()
  const listener = getRequestListener((request, connection) => storage.service.fetch(request, connection), {
    overrideGlobalObjects: false,
  })
  server = createServer((request, response) => void listener(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  client = createClient(url, TEST_KEYS.secretKey, { auth: { persistSession: false } }).storage
  await client.createBucket('files', { public: true })
  await client.createBucket('other')
})

afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await storage[Symbol.asyncDispose]()
})

/** Records the methods that are called on a bucket of the client. */
const files = (bucket = 'files') => noteCalls(client.from(bucket))
const buckets = () => noteCalls(client)

function noteCalls<Api extends object>(api: Api): Api {
  return new Proxy(api, {
    get(target, name) {
      called.add(String(name))
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

const read = async (path: string) =>
  Buffer.from((await (await files().download(path)).data?.arrayBuffer()) ?? new ArrayBuffer())
/** Buckets created by the app's migrations. */
const OF_THE_APP = ['avatars', 'photos']
const BYTES = Buffer.from('0123456789')

test('supports createBucket, getBucket, listBuckets, updateBucket, emptyBucket and deleteBucket (storage 4)', async () => {
  const limits = { public: true, fileSizeLimit: '1KB', allowedMimeTypes: ['image/png'] }
  expect(await buckets().createBucket('whole', limits)).toEqual({ data: { name: 'whole' }, error: null })
  expect((await buckets().getBucket('whole')).data).toEqual({
    id: 'whole',
    name: 'whole',
    owner: '',
    public: true,
    file_size_limit: 1000,
    allowed_mime_types: ['image/png'],
    created_at: expect.any(String),
    updated_at: expect.any(String),
  })
  expect((await buckets().createBucket('plain')).data).toEqual({ name: 'plain' })
  const standard = { public: false, type: 'STANDARD', versioningStatus: 'DISABLED' } as const
  expect((await buckets().createBucket('standard', standard)).data).toEqual({ name: 'standard' })
  const ids = async (options?: Parameters<typeof client.listBuckets>[0]) =>
    (await buckets().listBuckets(options)).data?.map(({ id }) => id).filter((id) => !OF_THE_APP.includes(id))
  expect((await ids())?.toSorted()).toEqual(['files', 'other', 'plain', 'standard', 'whole'])
  for (const sortColumn of ['id', 'name', 'created_at', 'updated_at'] as const) {
    const sorted = await ids({ sortColumn, sortOrder: 'asc' })
    expect(await ids({ sortColumn, sortOrder: 'desc' })).toEqual(sorted?.toReversed())
  }
  expect(await ids({ limit: 3, offset: 1, sortColumn: 'name', sortOrder: 'asc' })).toEqual(['files', 'other'])
  expect(await ids({ search: 'LAI' })).toEqual(['plain'])
  const changes = { public: false, fileSizeLimit: 5, allowedMimeTypes: null }
  expect((await buckets().updateBucket('whole', changes)).data).toEqual({ message: 'Successfully updated' })
  expect((await buckets().getBucket('whole')).data).toMatchObject({
    public: false,
    file_size_limit: 5,
    allowed_mime_types: null,
  })
  await files('whole').upload('a', '12345')
  expect((await buckets().deleteBucket('whole')).error).toMatchObject({ statusCode: '409', code: 'ResourceNotEmpty' })
  expect((await buckets().emptyBucket('whole')).data).toEqual({
    message: 'Empty bucket has been queued. Completion may take up to an hour.',
  })
  for (const id of ['whole', 'plain', 'standard']) {
    expect((await buckets().deleteBucket(id)).data).toEqual({ message: 'Successfully deleted' })
  }
  for (const act of [buckets().getBucket, buckets().deleteBucket, buckets().emptyBucket]) {
    expect((await act('whole')).error).toMatchObject({
      name: 'StorageApiError',
      status: 400,
      statusCode: '404',
      code: 'NoSuchBucket',
      message: 'Bucket not found',
    })
  }
})

test('supports upload, update and uploadToSignedUrl with every kind of body (storage 5)', async () => {
  const path = join(storage.folder, 'body.bin')
  await writeFile(path, BYTES)
  const form = new FormData()
  form.append('anything', new Blob([BYTES], { type: 'image/png' }), 'x.png')
  form.append('cacheControl', '60')
  const bodies: Record<string, () => Parameters<ReturnType<typeof files>['upload']>[1]> = {
    text: () => '0123456789',
    buffer: () => BYTES,
    arrayBuffer: () => new Uint8Array(BYTES).buffer,
    view: () => new Uint8Array(BYTES),
    words: () => new Uint16Array(new Uint8Array(BYTES).buffer),
    dataView: () => new DataView(new Uint8Array(BYTES).buffer),
    blob: () => new Blob([BYTES], { type: 'image/png' }),
    file: () => new File([BYTES], 'a.png', { type: 'image/png' }),
    form: () => form,
    webStream: () => new Blob([BYTES]).stream(),
    nodeStream: () => createReadStream(path),
  }
  for (const [kind, body] of Object.entries(bodies)) {
    const options = { contentType: 'image/png', metadata: { kind } }
    const uploaded = await files().upload(`bodies/${kind}`, body(), options)
    expect(uploaded.data, kind).toEqual({
      path: `bodies/${kind}`,
      fullPath: `files/bodies/${kind}`,
      id: expect.any(String),
    })
    const { data: info } = await files().info(`bodies/${kind}`)
    expect([await read(`bodies/${kind}`), info?.contentType, info?.metadata], kind).toEqual([
      BYTES,
      'image/png',
      { kind },
    ])
    const updated = await files().update(`bodies/${kind}`, body(), { ...options, cacheControl: '7' })
    expect(updated.data?.id, kind).toBe(uploaded.data?.id)
    const { data: signed } = await files().createSignedUploadUrl(`signed/${kind}`)
    const stored = await files().uploadToSignedUrl(`signed/${kind}`, signed?.token ?? '', body(), options)
    expect(stored.data, kind).toEqual({ path: `signed/${kind}`, fullPath: `files/signed/${kind}` })
    expect([await read(`signed/${kind}`), (await files().info(`signed/${kind}`)).data?.contentType], kind).toEqual([
      BYTES,
      'image/png',
    ])
  }
  await files().upload('bodies/search', new URLSearchParams({ a: 'b c' }), { contentType: 'application/x-form' })
  expect((await read('bodies/search')).toString()).toBe('a=b+c')
  expect((await files().info('bodies/form')).data?.cacheControl).toBe('max-age=60')
})

test('supports createSignedUploadUrl with and without upsert (storage 5)', async () => {
  await files().upload('once.txt', 'one')
  expect((await files().createSignedUploadUrl('once.txt')).error).toMatchObject({ statusCode: '409' })
  const { data } = await files().createSignedUploadUrl('once.txt', { upsert: true })
  expect(data).toEqual({
    path: 'once.txt',
    token: expect.any(String),
    signedUrl: expect.stringContaining(`${url}/storage/v1/object/upload/sign/files/once.txt?token=`),
  })
  expect((await fetch(data?.signedUrl ?? '', { method: 'PUT', body: 'two' })).status).toBe(200)
  expect((await read('once.txt')).toString()).toBe('two')
  const forged = await files().uploadToSignedUrl('once.txt', 'a.b.c', 'three')
  expect(forged.error).toMatchObject({ statusCode: '400', code: 'InvalidJWT' })
})

test('supports download as blob and stream, info and exists (storage 6)', async () => {
  await files().upload('docs/a b.txt', BYTES, { contentType: 'text/plain', metadata: { first_name: 'Ada' } })
  const blob = (await files().download('docs/a b.txt')).data
  expect([blob?.type, await blob?.text()]).toEqual(['text/plain', '0123456789'])
  const { data: stream } = await files().download('docs/a b.txt', { cacheNonce: '1' }).asStream()
  expect(await buffer(stream as unknown as AsyncIterable<Uint8Array>)).toEqual(BYTES)
  expect((await files().download('docs/none')).error).toMatchObject({
    status: 400,
    statusCode: '404',
    code: 'NoSuchKey',
  })
  expect((await files().download('docs/none').asStream()).error).toMatchObject({ code: 'NoSuchKey' })
  expect((await files().info('docs/a b.txt')).data).toEqual({
    id: expect.any(String),
    name: 'docs/a b.txt',
    version: expect.any(String),
    bucketId: 'files',
    size: 10,
    contentType: 'text/plain',
    cacheControl: 'max-age=3600',
    etag: '"781e5e245d69b566979b86e28d23f2c7"',
    metadata: { firstName: 'Ada' },
    lastModified: expect.any(String),
    createdAt: expect.any(String),
  })
  expect(await files().exists('docs/a b.txt')).toEqual({ data: true, error: null })
  expect(await files().exists('docs/none')).toMatchObject({ data: false, error: { code: 'NoSuchKey' } })
  const abort = new AbortController()
  abort.abort()
  expect((await files().download('docs/a b.txt', {}, { signal: abort.signal })).error?.message).toMatch(/abort/i)
})

test('supports getPublicUrl, createSignedUrl and createSignedUrls, with downloads and transforms (storage 6)', async () => {
  const picture = await sharp({ create: { width: 40, height: 20, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  await files().upload('p/a.png', picture, { contentType: 'image/png' })
  const fetched = async (address: string | null | undefined) => {
    const response = await fetch(address ?? '')
    const bytes = Buffer.from(await response.arrayBuffer())
    return { status: response.status, named: response.headers.get('content-disposition'), bytes }
  }
  const whole = { status: 200, named: null, bytes: picture }
  const publicUrl = (...rest: [Parameters<ReturnType<typeof files>['getPublicUrl']>[1]?]) =>
    files().getPublicUrl('p/a.png', ...rest).data.publicUrl
  expect(publicUrl()).toBe(`${url}/storage/v1/object/public/files/p/a.png`)
  expect(await fetched(publicUrl())).toEqual(whole)
  expect((await fetched(publicUrl({ download: true, cacheNonce: 'x' }))).named).toBe('attachment;')
  expect((await fetched(publicUrl({ download: 'b.png' }))).named).toContain('filename=b.png')
  const transform = { width: 10, height: 10, resize: 'contain', quality: 50, format: 'origin' } as const
  const shape = async (address: string | undefined) => {
    const { format, width, height } = await sharp((await fetched(address)).bytes).metadata()
    return [format, width, height]
  }
  expect(await shape(publicUrl({ transform }))).toEqual(['png', 10, 5])
  const signed = async (...rest: [Parameters<ReturnType<typeof files>['createSignedUrl']>[2]?]) =>
    (await files().createSignedUrl('p/a.png', 60, ...rest)).data?.signedUrl
  expect(await fetched(await signed())).toEqual(whole)
  expect((await fetched(await signed({ download: 'c.png', cacheNonce: 'x' }))).named).toContain('filename=c.png')
  expect(await shape(await signed({ transform }))).toEqual(['png', 10, 5])
  const { data: many } = await files().createSignedUrls(['p/a.png', 'none'], 60, { download: true, cacheNonce: 'x' })
  expect(many?.map(({ error, path, signedUrl }) => [error === null, path, signedUrl === null])).toEqual([
    [true, 'p/a.png', false],
    [false, 'none', true],
  ])
  expect(await fetched(many?.[0]?.signedUrl)).toEqual({ ...whole, named: 'attachment;' })
  const resized = await files().download('p/a.png', { transform: { width: 20 } })
  const { width, height } = await sharp(await resized.data?.arrayBuffer()).metadata()
  expect([width, height]).toEqual([20, 10])
})

test('supports list and listV2 with every option (storage 7)', async () => {
  for (const key of ['l/a.txt', 'l/B.txt', 'l/sub/c.txt', 'l/sub/d.txt']) await files().upload(key, key)
  const names = async (...options: Parameters<ReturnType<typeof files>['list']>) =>
    (await files().list(...options)).data?.map(({ name }) => name)
  expect(await names('l')).toEqual(['a.txt', 'B.txt', 'sub'])
  expect(await names('l', { limit: 1, offset: 1 })).toEqual(['B.txt'])
  expect(await names('l', { search: 'b' })).toEqual(['B.txt'])
  for (const column of ['name', 'updated_at', 'created_at', 'last_accessed_at']) {
    expect((await names('l/sub', { sortBy: { column, order: 'desc' } }))?.toSorted()).toEqual(['c.txt', 'd.txt'])
  }
  expect(await names('l/sub', { sortBy: { order: 'desc' } })).toEqual(['d.txt', 'c.txt'])
  expect(await names('l', { exactMatch: true })).toEqual([])
  expect(await names('l/sub/c.txt', { exactMatch: true })).toEqual(['c.txt'])
  expect(await names('l', { noncurrentVersions: 'include', deleteMarkers: 'include' })).toEqual([
    'a.txt',
    'B.txt',
    'sub',
  ])
  expect(await names('l', { noncurrentVersions: 'only' })).toEqual([])
  expect(await names('l', { deleteMarkers: 'only' })).toEqual([])
  expect((await files().list('l/sub')).data?.[0]).toEqual({
    name: 'c.txt',
    id: expect.any(String),
    updated_at: expect.any(String),
    created_at: expect.any(String),
    last_accessed_at: expect.any(String),
    metadata: expect.objectContaining({ size: 11, mimetype: 'text/plain;charset=UTF-8', httpStatusCode: 200 }),
  })
  const v2 = async (options: Parameters<ReturnType<typeof files>['listV2']>[0]) => {
    const { data, error } = await files().listV2(options)
    const named = (entries: { name: string; key?: string }[] = []) => entries.map(({ name, key }) => [name, key])
    return error ?? [named(data.folders), named(data.objects), data.hasNext]
  }
  expect(await v2({ prefix: 'l/', with_delimiter: true })).toEqual([
    [['l/sub/', 'sub']],
    [
      ['l/B.txt', 'B.txt'],
      ['l/a.txt', 'a.txt'],
    ],
    false,
  ])
  expect(await v2({ prefix: 'l/sub', sortBy: { column: 'name', order: 'desc' } })).toEqual([
    [],
    [
      ['l/sub/d.txt', undefined],
      ['l/sub/c.txt', undefined],
    ],
    false,
  ])
  const first = await files().listV2({ prefix: 'l/', limit: 3, sortBy: { column: 'created_at' } })
  const next = first.data?.nextCursor ?? ''
  expect(await v2({ prefix: 'l/', cursor: next })).toEqual([[], [['l/sub/d.txt', undefined]], false])
  expect(await v2({ prefix: 'l/sub/c.txt', exactMatch: true })).toEqual([[], [['l/sub/c.txt', undefined]], false])
  expect(await v2({ prefix: 'l/sub/c', exactMatch: true })).toEqual([[], [], false])
  expect(await v2({ prefix: 'l/', noncurrentVersions: 'only' })).toEqual([[], [], false])
  expect(await v2({ prefix: 'l/', deleteMarkers: 'only' })).toEqual([[], [], false])
  expect(await v2({})).toMatchObject([[], expect.any(Array), false])
})

test('supports move, copy and remove within and between buckets (storage 7)', async () => {
  await files().upload('m/a.txt', 'a', { metadata: { mood: 'calm' } })
  expect((await files().copy('m/a.txt', 'm/b.txt')).data).toEqual({ path: 'files/m/b.txt' })
  expect((await files().copy('m/a.txt', 'm/c.txt', { destinationBucket: 'other' })).data).toEqual({
    path: 'other/m/c.txt',
  })
  const bare = { copyMetadata: false, metadata: { cacheControl: 'max-age=9', mimetype: 'text/html' } }
  expect((await files().copy('m/a.txt', 'm/d.txt', bare)).error).toBeNull()
  expect((await files().info('m/b.txt')).data).toMatchObject({
    metadata: { mood: 'calm' },
    cacheControl: 'max-age=3600',
  })
  expect((await files().info('m/d.txt')).data).toMatchObject({
    metadata: {},
    cacheControl: 'max-age=9',
    contentType: 'text/html',
  })
  expect((await files().move('m/b.txt', 'm/e.txt')).data).toEqual({ message: 'Successfully moved' })
  expect((await files().move('m/e.txt', 'm/f.txt', { destinationBucket: 'other' })).data).toEqual({
    message: 'Successfully moved',
  })
  const { data: there } = await files('other').list('m')
  expect(there?.map(({ name }) => name)).toEqual(['c.txt', 'f.txt'])
  for (const act of [files().move, files().copy]) {
    expect((await act('m/none', 'm/x')).error).toMatchObject({ statusCode: '404', code: 'NoSuchKey' })
    expect((await act('m/a.txt', 'm/x', { destinationBucket: 'none' })).error).toMatchObject({ statusCode: '404' })
    expect((await act('m/a.txt', 'm/d.txt')).error).toMatchObject({ statusCode: '409' })
  }
  const { data: removed } = await files().remove(['m/a.txt', 'm/none', 'm/d.txt'])
  expect(removed?.map(({ name, bucket_id: bucket }) => [name, bucket]).toSorted()).toEqual([
    ['m/a.txt', 'files'],
    ['m/d.txt', 'files'],
  ])
  expect((await files().remove([])).error).toMatchObject({ status: 400, code: 'InvalidRequest' })
})

test('stores contentEncoding and sends it, so that downloads are decoded (storage 5)', async () => {
  const packed = gzipSync(BYTES)
  const options = { contentType: 'text/plain', contentEncoding: 'gzip' }
  await files().upload('e/raw.txt', packed, options)
  await files().upload('e/form.txt', new Blob([packed], { type: 'text/plain' }), options)
  const { data } = await files().createSignedUploadUrl('e/signed.txt')
  await files().uploadToSignedUrl('e/signed.txt', data?.token ?? '', packed, options)
  await files().copy('e/raw.txt', 'e/copy.txt')
  for (const key of ['e/raw.txt', 'e/form.txt', 'e/signed.txt', 'e/copy.txt']) {
    expect([await read(key), (await files().info(key)).data], key).toMatchObject([
      BYTES,
      { contentEncoding: 'gzip', size: packed.byteLength },
    ])
    const head = await fetch(files().getPublicUrl(key).data.publicUrl, { method: 'HEAD' })
    expect(head.headers.get('content-encoding')).toBe('gzip')
  }
  const cleared = { copyMetadata: false, metadata: { contentEncoding: '' } }
  await files().copy('e/raw.txt', 'e/bytes.txt', cleared)
  expect([await read('e/bytes.txt'), (await files().info('e/bytes.txt')).data?.contentEncoding]).toEqual([
    packed,
    undefined,
  ])
  expect((await files().upload('e/bad.txt', packed, { ...options, contentEncoding: 'a b' })).error).toMatchObject({
    code: 'InvalidRequest',
    message: 'Invalid Content-Encoding header',
  })
})

test('finds the only version of an object by its id (storage 7)', async () => {
  await files().upload('v/a.txt', 'first')
  const old = (await files().info('v/a.txt')).data?.version ?? ''
  await files().update('v/a.txt', 'second')
  const versionId = (await files().info('v/a.txt')).data?.version ?? ''
  const missing = { statusCode: '404', code: 'NoSuchKey' }
  const signed = async (id: string) => (await files().createSignedUrl('v/a.txt', 60, { versionId: id })).data?.signedUrl
  expect(await (await files().download('v/a.txt', { versionId })).data?.text()).toBe('second')
  expect((await files().download('v/a.txt', { versionId: old })).error).toMatchObject(missing)
  expect((await files().info('v/a.txt', { versionId })).data).toMatchObject({ version: versionId })
  expect((await files().info('v/a.txt', { versionId: old })).error).toMatchObject(missing)
  const publicUrl = (id: string) => files().getPublicUrl('v/a.txt', { versionId: id }).data.publicUrl
  expect([(await fetch(publicUrl(versionId))).status, (await fetch(publicUrl(old))).status]).toEqual([200, 400])
  const address = await signed(versionId)
  expect(await (await fetch(address ?? '')).text()).toBe('second')
  expect(await signed(old)).toBeUndefined()
  for (const act of [files().copy, files().move]) {
    expect((await act('v/a.txt', 'v/b.txt', { sourceVersionId: old })).error).toMatchObject(missing)
  }
  expect((await files().copy('v/a.txt', 'v/b.txt', { sourceVersionId: versionId })).error).toBeNull()
  expect((await files().remove([{ path: 'v/a.txt', versionId: old }])).data).toEqual([])
  expect((await files().remove([{ path: 'v/a.txt', versionId }, 'v/b.txt'])).data).toHaveLength(2)
  await files().upload('v/a.txt', 'third')
  expect(await (await fetch(address ?? '')).json()).toMatchObject(missing)
})

test('rejects versioning, lifecycles, analytics and vectors (storage 4)', async () => {
  const off = (feature: string) => ({
    status: 400,
    statusCode: '409',
    code: 'FeatureNotEnabled',
    message: `The feature ${feature} is not enabled for this resource`,
  })
  const versioned = { public: false, versioningStatus: 'ENABLED' } as const
  expect((await buckets().createBucket('versions', versioned)).error).toMatchObject(off('object versioning'))
  expect((await buckets().updateBucket('files', { ...versioned, public: true })).error).toMatchObject(
    off('object versioning'),
  )
  const analytics = { public: false, type: 'ANALYTICS' } as const
  expect((await buckets().createBucket('numbers', analytics)).error).toMatchObject(off('analytics buckets'))
  const rule = { status: 'Enabled', filter: {}, noncurrentVersionExpiration: { noncurrentDays: 30 } } as const
  for (const asked of [
    buckets().getBucketLifecycle('files'),
    buckets().updateBucketLifecycle('files', { rules: [rule] }),
    buckets().deleteBucketLifecycle('files'),
  ]) {
    expect((await asked).error).toMatchObject(off('object lifecycles'))
  }
  const unknown = { data: null, error: { status: 404, message: expect.stringMatching(/^Route .* not found$/) } }
  expect(await buckets().analytics.listBuckets()).toMatchObject(unknown)
  expect(await buckets().analytics.createBucket('numbers')).toMatchObject(unknown)
  expect(await buckets().analytics.deleteBucket('numbers')).toMatchObject(unknown)
  expect(await buckets().vectors.listBuckets()).toMatchObject(unknown)
  expect(await buckets().vectors.createBucket('embeddings')).toMatchObject(unknown)
  expect(await buckets().vectors.from('embeddings').listIndexes()).toMatchObject(unknown)
  expect(await buckets().vectors.from('embeddings').index('i').listVectors()).toMatchObject(unknown)
})

test('reserves purgeCache and purgeBucketCache for the secret key (storage 12)', async () => {
  await files().upload('c/a b.txt', 'x')
  const done = { data: { message: 'success' }, error: null }
  expect(await files().purgeCache('c/a b.txt')).toEqual(done)
  expect(await files().purgeCache('c/a b.txt', { transformations: true })).toEqual(done)
  expect(await buckets().purgeBucketCache('files')).toEqual(done)
  expect(await buckets().purgeBucketCache('files', { transformations: true })).toEqual(done)
  const visitor = createClient(url, TEST_KEYS.publishableKey, { auth: { persistSession: false } }).storage
  const refused = { status: 403, code: 'AccessDenied', message: 'Access denied: Invalid role' }
  expect((await visitor.from('files').purgeCache('c/a b.txt')).error).toMatchObject(refused)
  expect((await visitor.purgeBucketCache('files')).error).toMatchObject(refused)
})

test('supports throwOnError, setHeader and toBase64 (storage 13)', async () => {
  const strict = files()
  strict.throwOnError()
  await expect(strict.download('none')).rejects.toMatchObject({ name: 'StorageApiError', code: 'NoSuchKey' })
  const headed = files()
  headed.setHeader('x-robots-tag', 'noindex')
  await headed.upload('h/a.txt', 'x')
  const response = await fetch(files().getPublicUrl('h/a.txt').data.publicUrl)
  expect(response.headers.get('x-robots-tag')).toBe('noindex')
  const own = { headers: { 'x-metadata': files().toBase64('{"mood":"größer 🗺"}'), 'cache-control': 'private' } }
  await files().upload('h/b.txt', 'x', own)
  expect((await files().info('h/b.txt')).data).toMatchObject({
    metadata: { mood: 'größer 🗺' },
    cacheControl: 'private',
  })
})

/** Methods that no app calls. */
const INNER = ['constructor', 'handleOperation', 'uploadOrUpdate', 'prepareUploadFormData', 'encodeMetadata']

test('calls every method of the client (storage 13)', () => {
  const listMethods = (of: object | null): string[] =>
    of === null || of === Object.prototype
      ? []
      : [...Object.getOwnPropertyNames(of), ...listMethods(Object.getPrototypeOf(of))]
  const all = [
    ...listMethods(Object.getPrototypeOf(client)),
    ...listMethods(Object.getPrototypeOf(client.from('files'))),
  ]
  const wanted = new Set(all.filter((name) => !INNER.includes(name) && !/^_|Url$|ToQuery/.test(name)))
  for (const name of ['getPublicUrl', 'createSignedUrl', 'createSignedUploadUrl', 'uploadToSignedUrl']) wanted.add(name)
  expect([...wanted].filter((name) => name !== 'from' && !called.has(name))).toEqual([])
  expect(wanted.size).toBeGreaterThan(25)
})
