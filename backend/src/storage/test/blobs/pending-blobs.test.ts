import { expect, test } from 'vitest'
import { createTestStorage, TEST_KEYS } from '../test-storage.ts'

const ADMIN = { authorization: `Bearer ${TEST_KEYS.secretKey}` }

async function createStorage() {
  const storage = await createTestStorage()
  await storage.admin.storage.createBucket('files')
  const owner = storage.database.connect('owner', { max: 1 })
  const { cleaner } = storage.service
  return Object.assign(storage, { owner, cleaner })
}
type Storage = Awaited<ReturnType<typeof createStorage>>

/** Starts an upload whose body stays open; `finish` ends it and returns the response. */
async function startUpload({ request, owner }: Storage, key: string) {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const init = { method: 'POST', headers: ADMIN, body: readable, duplex: 'half' }
  const response = request(`/object/files/${key}`, init as RequestInit)
  const writer = writable.getWriter()
  void writer.write(Buffer.from('first')).catch(() => {})
  await expect.poll(async () => (await owner`select from storage.pending_blobs`).length).toBe(1)
  const finish = async () => {
    await writer.write(Buffer.from('second')).catch(() => {})
    await writer.close().catch(() => {})
    return response
  }
  return { finish }
}

test('records a blob before it is written and deletes the record with the write of its row (storage 11)', async () => {
  await using storage = await createStorage()
  const { finish } = await startUpload(storage, 'a')
  expect(await storage.cleaner.deleteAbandoned()).toBe(0)
  expect((await finish()).status).toBe(200)
  expect(await storage.owner`select from storage.pending_blobs`).toHaveLength(0)
  expect(await storage.listBlobs()).toHaveLength(1)
})

test('keeps no record of an upload that is rejected before its body is read (storage 5)', async () => {
  await using storage = await createStorage()
  await storage.admin.storage.createBucket('small', {
    public: false,
    fileSizeLimit: 3,
    allowedMimeTypes: ['image/png'],
  })
  const upload = async (path: string, init: RequestInit) =>
    (await (await storage.request(`/object/${path}`, { method: 'POST', ...init })).json()).code
  const png = { ...ADMIN, 'content-type': 'image/png', 'content-length': '4' }
  expect(await upload('small/a', { headers: ADMIN, body: 'text' })).toBe('InvalidMimeType')
  expect(await upload('small/a', { headers: png, body: 'text' })).toBe('EntityTooLarge')
  expect(await upload('missing/a', { headers: ADMIN, body: 'text' })).toBe('NoSuchBucket')
  const visitor = { authorization: `Bearer ${TEST_KEYS.publishableKey}` }
  expect(await upload('small/a', { headers: visitor, body: 'text' })).toBe('InvalidMimeType')
  expect(await upload('files/a', { headers: visitor, body: 'text' })).toBe('AccessDenied')
  expect(await storage.owner`select from storage.pending_blobs`).toHaveLength(0)
  expect(await storage.listBlobs()).toEqual([])
})

test('deletes abandoned writes, and rejects an upload that finishes afterwards (storage 11)', async () => {
  await using storage = await createStorage()
  const { finish } = await startUpload(storage, 'a')
  await storage.owner`update storage.pending_blobs set touched_at = now() - interval '20 minutes'`
  expect(await storage.cleaner.deleteAbandoned()).toBe(1)
  const response = await finish()
  expect([response.ok, response.status]).toEqual([false, expect.any(Number)])
  expect(await storage.owner`select from storage.objects`).toHaveLength(0)
  expect(await storage.listBlobs()).toEqual([])
})

test('queues the blob of every deleted or replaced row, for any writer (storage 11)', async () => {
  await using storage = await createStorage()
  const files = storage.admin.storage.from('files')
  for (const key of ['a', 'b', 'c']) await files.upload(key, 'x')
  await storage.owner.begin(async (tx) => {
    await tx`set local storage.allow_delete_query = 'true'`
    await tx`delete from storage.objects where name = 'a'`
    await tx`update storage.objects set version = gen_random_uuid()::text where name = 'b'`
    await tx`update storage.objects set name = 'moved' where name = 'c'`
  })
  expect(await storage.owner`select from storage.blob_deletions`).toHaveLength(2)
  await storage.owner`update storage.blob_deletions set not_before = now()`
  await storage.cleaner.deleteDue()
  expect(await storage.listBlobs()).toHaveLength(1)
})
