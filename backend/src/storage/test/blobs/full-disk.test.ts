import { randomBytes, randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { mountSmallDisk } from '../../../../test/small-disk.ts'
import { createDiskBlobStore } from '../../blobs/disk-blob-store.ts'

const DISK_BYTES = 1024 * 1024

async function* cut(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
}

test('returns 507 when the disk is full, keeps no part, and stores again when there is room (storage 2)', async ({
  skip,
}) => {
  const folder = await mountSmallDisk(DISK_BYTES)
  if (!folder) return skip('Only root can mount a small disk; blob-store.test.ts tests the error by itself.')
  const store = await createDiskBlobStore(folder)
  const large = randomBytes(2 * DISK_BYTES)
  await expect(store.put(randomUUID(), cut(large), large.length)).rejects.toMatchObject({ httpStatus: 507 })
  expect(await readdir(folder, { recursive: true })).not.toContainEqual(expect.stringMatching(/[0-9a-f]{12}$/))
  const version = randomUUID()
  const small = randomBytes(DISK_BYTES / 4)
  await store.put(version, cut(small), small.length)
  const content = await store.open(version)
  expect(content instanceof Uint8Array ? Buffer.from(content) : await buffer(content)).toEqual(small)
})
