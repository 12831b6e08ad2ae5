import { gzipSync } from 'node:zlib'
import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { TEST_KEYS } from '../test-storage.ts'
import { BYTES, METHODS, OF_THE_APP, useClient } from './test-client.ts'

const { buckets, called, client, files, read, url } = useClient()

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
  const ids = async (options?: Parameters<ReturnType<typeof client>['listBuckets']>[0]) =>
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
  for (const requested of [
    buckets().getBucketLifecycle('files'),
    buckets().updateBucketLifecycle('files', { rules: [rule] }),
    buckets().deleteBucketLifecycle('files'),
  ]) {
    expect((await requested).error).toMatchObject(off('object lifecycles'))
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
  const visitor = createClient(url(), TEST_KEYS.publishableKey, { auth: { persistSession: false } }).storage
  const rejected = { status: 403, code: 'AccessDenied', message: 'Access denied: Invalid role' }
  expect((await visitor.from('files').purgeCache('c/a b.txt')).error).toMatchObject(rejected)
  expect((await visitor.purgeBucketCache('files')).error).toMatchObject(rejected)
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

test('calls the methods assigned to this file (storage 13)', () => {
  expect(METHODS.buckets.filter((name) => !called.has(name))).toEqual([])
})

/** Methods that no app calls. */
const INNER = ['constructor', 'handleOperation', 'uploadOrUpdate', 'prepareUploadFormData', 'encodeMetadata']

test('has a test for every method of the client (storage 13)', () => {
  const listMethods = (of: object | null): string[] =>
    of === null || of === Object.prototype
      ? []
      : [...Object.getOwnPropertyNames(of), ...listMethods(Object.getPrototypeOf(of))]
  const all = [
    ...listMethods(Object.getPrototypeOf(client())),
    ...listMethods(Object.getPrototypeOf(client().from('files'))),
  ]
  const wanted = new Set(all.filter((name) => !INNER.includes(name) && !/^_|Url$|ToQuery/.test(name)))
  for (const name of ['getPublicUrl', 'createSignedUrl', 'createSignedUploadUrl', 'uploadToSignedUrl']) wanted.add(name)
  const tested = new Set(Object.values(METHODS).flat())
  expect([...wanted].filter((name) => name !== 'from' && !tested.has(name))).toEqual([])
  expect(wanted.size).toBeGreaterThan(25)
})
