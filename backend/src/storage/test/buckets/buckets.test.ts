import { expect, test } from 'vitest'
import { ALICE, createTestStorage } from '../test-storage.ts'

test('creates, lists, updates, empties and deletes buckets with the secret key (storage 4)', async () => {
  await using storage = await createTestStorage()
  const { storage: admin } = storage.admin
  const limits = { public: true, fileSizeLimit: '2.5MB', allowedMimeTypes: ['image/*'] }
  expect((await admin.createBucket('albums', limits)).data).toEqual({ name: 'albums' })
  expect((await admin.getBucket('albums')).data).toMatchObject({
    id: 'albums',
    name: 'albums',
    owner: '',
    public: true,
    file_size_limit: 2_500_000,
    allowed_mime_types: ['image/*'],
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  })
  expect((await admin.createBucket('albums')).error).toMatchObject({
    statusCode: '409',
    message: 'The resource already exists',
  })
  await admin.createBucket('other')
  expect((await admin.listBuckets({ search: 'ALB' })).data).toMatchObject([{ id: 'albums', type: 'STANDARD' }])
  await admin.updateBucket('albums', { public: false, fileSizeLimit: null })
  expect((await admin.getBucket('albums')).data).toMatchObject({ public: false, file_size_limit: null })
  expect((await admin.updateBucket('missing', { public: true })).error?.message).toBe('Bucket not found')

  await admin.from('other').upload('a/b.txt', 'x')
  expect((await admin.deleteBucket('other')).error?.message).toBe('The bucket you tried to delete is not empty')
  expect((await admin.emptyBucket('other')).error).toBeNull()
  expect((await admin.deleteBucket('other')).data).toEqual({ message: 'Successfully deleted' })
  expect((await admin.getBucket('other')).error).toMatchObject({
    status: 400,
    statusCode: '404',
    message: 'Bucket not found',
  })
})

test('hides buckets from all other callers without policies (storage 4)', async () => {
  await using storage = await createTestStorage()
  await storage.admin.storage.createBucket('albums')
  for (const client of [storage.visitor, await storage.as(ALICE)]) {
    expect((await client.storage.listBuckets()).data).toEqual([])
    expect((await client.storage.getBucket('albums')).error?.message).toBe('Bucket not found')
    expect((await client.storage.createBucket('mine')).error?.message).toBe(
      'new row violates row-level security policy',
    )
    expect((await client.storage.deleteBucket('albums')).error?.message).toBe('Bucket not found')
    expect((await client.storage.emptyBucket('albums')).error).toMatchObject({
      status: 403,
      message: 'Access denied: Invalid role',
    })
  }
  expect((await storage.admin.storage.getBucket('albums')).error).toBeNull()
})

test('validates names and limits of buckets (storage 3)', async () => {
  await using storage = await createTestStorage()
  const { storage: admin } = storage.admin
  for (const name of ['a/b', ' padded', 'ü', '', 'x--table-s3', 'n'.repeat(101), '.', '..']) {
    expect((await admin.createBucket(name)).error, name).not.toBeNull()
  }
  expect((await admin.createBucket('a/b')).error).toMatchObject({ message: 'Bucket name invalid', statusCode: '400' })
  const tooBig = await admin.createBucket('big', { public: false, fileSizeLimit: '900GB' })
  expect(tooBig.error?.message).toBe('The object exceeded the maximum allowed size')
  expect((await admin.createBucket('odd', { public: false, fileSizeLimit: 'much' })).error?.status).toBe(400)
  expect((await admin.createBucket('odd', { public: false, allowedMimeTypes: ['no type'] })).error?.status).toBe(400)
  for (const type of ['VECTOR', 'archive', '']) {
    const wrong = await admin.createBucket('odd', { public: false, type })
    expect(wrong.error, type).toMatchObject({ status: 400, message: 'body/type must be STANDARD' })
  }
})
