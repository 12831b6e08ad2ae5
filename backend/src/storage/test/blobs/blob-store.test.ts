import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import * as fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { startS3Server } from '../../../../test/s3-server.ts'
import { type BlobContent, BlobMissingError, type BlobStore, BlobTooLargeError } from '../../blobs/blob-store.ts'
import { createDiskBlobStore } from '../../blobs/disk-blob-store.ts'
import { toEtag } from '../../blobs/etag.ts'
import { createS3BlobStore } from '../../blobs/s3-blob-store.ts'
import { createTestStorage } from '../test-storage.ts'

const MEBIBYTE = 1024 * 1024

interface OpenStore extends AsyncDisposable {
  store: BlobStore
  /** Returns unfinished writes that are not listed as blobs. On disk all are. */
  listUnfinished(): Promise<string[]>
}

const STORES: Record<string, () => Promise<OpenStore>> = {
  async disk() {
    const folder = await mkdtemp(join(tmpdir(), 'blobs-test-'))
    return {
      store: await createDiskBlobStore(folder),
      listUnfinished: async () => [],
      [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
    }
  },
  async s3() {
    const server = await startS3Server()
    return {
      store: createS3BlobStore(server.settings),
      async listUnfinished() {
        const begun = server.requests.filter((request) => /^POST .*\?uploads/.test(request))
        const ended = server.requests.filter((request) => /^(POST|DELETE) .*[?&]uploadId=/.test(request))
        return begun.slice(ended.length)
      },
      [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
    }
  },
}

/** Yields a buffer in chunks of a size, as a socket does. */
async function* chunk(content: Uint8Array, bytes = 64 * 1024): AsyncIterable<Uint8Array> {
  for (let start = 0; start < content.byteLength; start += bytes) yield content.subarray(start, start + bytes)
}

async function readAll(content: BlobContent): Promise<Buffer> {
  if (content instanceof Uint8Array) return Buffer.from(content)
  return buffer(content)
}

async function listVersions(store: BlobStore, time = new Date(Date.now() + 60_000)): Promise<string[]> {
  const found: string[] = []
  for await (const version of store.listOlderThan(time)) found.push(version)
  return found
}

for (const [name, openStore] of Object.entries(STORES)) {
  test(`${name}: returns blobs of every size unchanged (storage 11)`, async () => {
    await using opened = await openStore()
    const { store } = opened
    for (const size of [0, 1, 300_000, 8 * MEBIBYTE, 8 * MEBIBYTE + 1, 20 * MEBIBYTE]) {
      const content = randomBytes(size)
      const version = randomUUID()
      expect(await store.put(version, chunk(content), 64 * MEBIBYTE)).toEqual({ size, etag: toEtag(content) })
      expect((await readAll(await store.open(version))).equals(content), `${size} bytes`).toBe(true)
    }
    expect(await opened.listUnfinished()).toEqual([])
  })

  test(`${name}: reads every range (storage 11)`, async () => {
    await using opened = await openStore()
    const content = randomBytes(1_000_000)
    const version = randomUUID()
    await opened.store.put(version, chunk(content), content.byteLength)
    const Range = fc
      .tuple(fc.nat(content.byteLength - 1), fc.nat(content.byteLength - 1))
      // The S3 server of the tests reads an end of 0 as no end.
      .map(([a, b]) => ({ start: Math.min(a, b), end: Math.max(a, b, 1) }))
    await fc.assert(
      fc.asyncProperty(Range, async ({ start, end }) => {
        const part = await readAll(await opened.store.open(version, { start, end }))
        expect(part.equals(content.subarray(start, end + 1))).toBe(true)
      }),
      { numRuns: 25, examples: [[{ start: 0, end: 1 }], [{ start: 999_999, end: 999_999 }]] },
    )
  })

  test(`${name}: stores nothing above the limit or after a broken source (storage 11)`, async () => {
    await using opened = await openStore()
    const { store } = opened
    async function* breakOff(bytes: number): AsyncIterable<Uint8Array> {
      yield* chunk(randomBytes(bytes))
      throw new Error('the line is dead')
    }
    for (const bytes of [100, 20 * MEBIBYTE]) {
      const version = randomUUID()
      await expect(store.put(version, chunk(Buffer.alloc(bytes)), bytes - 1)).rejects.toThrow(BlobTooLargeError)
      await expect(store.open(version)).rejects.toThrow(BlobMissingError)
      await expect(store.put(version, breakOff(bytes), 64 * MEBIBYTE)).rejects.toThrow('the line is dead')
      await expect(store.open(version)).rejects.toThrow(BlobMissingError)
    }
    expect(await listVersions(store)).toEqual([])
    expect(await opened.listUnfinished()).toEqual([])
  })

  test(`${name}: keeps a copy when its source is deleted (storage 11)`, async () => {
    await using opened = await openStore()
    const { store } = opened
    const [from, to] = [randomUUID(), randomUUID()]
    await store.put(from, chunk(Buffer.from('twice')), 5)
    await store.copy(from, to)
    await store.delete(from)
    await expect(store.open(from)).rejects.toThrow(BlobMissingError)
    expect((await readAll(await store.open(to))).toString()).toBe('twice')
    await expect(store.copy(from, randomUUID())).rejects.toThrow(BlobMissingError)
    await store.delete(from)
  })

  test(`${name}: lists blobs by age (storage 11)`, async () => {
    await using opened = await openStore()
    const { store } = opened
    const versions = Array.from({ length: 5 }, () => randomUUID())
    for (const version of versions) await store.put(version, chunk(Buffer.from('x')), 1)
    expect((await listVersions(store)).sort()).toEqual(versions.sort())
    expect(await listVersions(store, new Date(Date.now() - 60_000))).toEqual([])
    await store.deleteUnfinished(new Date())
    await store.check()
  })

  test(`${name}: rejects names that are not versions (storage 11)`, async () => {
    await using opened = await openStore()
    for (const version of ['../../etc/passwd', '', 'a', `${randomUUID()}/..`]) {
      await expect(opened.store.open(version)).rejects.toThrow(BlobMissingError)
      await expect(opened.store.put(version, chunk(Buffer.from('x')), 1)).rejects.toThrow()
    }
  })

  test(`${name}: closes the blob when a reader stops early (storage 11)`, async () => {
    await using opened = await openStore()
    const version = randomUUID()
    await opened.store.put(version, chunk(randomBytes(10 * MEBIBYTE)), 10 * MEBIBYTE)
    for (let time = 0; time < 30; time += 1) {
      const content = await opened.store.open(version)
      if (content instanceof Uint8Array) throw new Error('A large content comes as a stream.')
      const reader = content.getReader()
      await reader.read()
      await reader.cancel()
    }
    const last = await opened.store.open(version, { start: 0, end: 10 })
    expect((await readAll(last)).byteLength).toBe(11)
  })
}

test('disk: serves, lists, copies and deletes blobs of the earlier, deeper folders (storage 11)', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'blobs-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const store = await createDiskBlobStore(folder)
  const [earlier, copy] = [randomUUID(), randomUUID()]
  await mkdir(join(folder, earlier.slice(0, 2), earlier.slice(2, 4)), { recursive: true })
  await writeFile(join(folder, earlier.slice(0, 2), earlier.slice(2, 4), earlier), 'early')
  expect((await readAll(await store.open(earlier))).toString()).toBe('early')
  await store.copy(earlier, copy)
  expect((await listVersions(store)).sort()).toEqual([copy, earlier].sort())
  await store.delete(earlier)
  expect(await listVersions(store)).toEqual([copy])
})

test('disk: returns only the bytes that exist of a range (storage 11)', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'blobs-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const store = await createDiskBlobStore(folder)
  const version = randomUUID()
  await store.put(version, chunk(Buffer.from('hello')), 5)
  expect((await readAll(await store.open(version, { start: 2, end: 9 }))).toString()).toBe('llo')
})

test('disk: reports a full disk as 507 and leaves nothing behind (storage 2)', async () => {
  await using storage = await createTestStorage()
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  async function* content() {
    yield Buffer.from('some')
    throw full
  }
  const put = storage.blobs.put(crypto.randomUUID(), content(), 100)
  await expect(put).rejects.toMatchObject({ code: 'InsufficientStorage', httpStatus: 507 })
  expect(await storage.listBlobs()).toEqual([])
})

test('s3: reports a missing bucket in the check (storage 11)', async () => {
  await using server = await startS3Server()
  const wrong = createS3BlobStore({ ...server.settings, bucket: 'nobody-made-this' })
  await expect(wrong.check()).rejects.toThrow()
})

test('s3: streams what is read instead of buffering it (storage 11)', async () => {
  await using server = await startS3Server()
  const store = createS3BlobStore(server.settings)
  const version = randomUUID()
  await store.put(version, chunk(Buffer.from('hello')), 5)
  const content = await store.open(version)
  if (content instanceof Uint8Array) throw new Error('S3 answers with a stream.')
  expect(await text(content)).toBe('hello')
})
