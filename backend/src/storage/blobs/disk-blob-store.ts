import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ByteRange } from '../objects/byte-range.ts'
import { type BlobContent, BlobMissingError, type BlobStore, BlobTooLargeError, type StoredBlob } from './blob-store.ts'

const READ_CHUNK_BYTES = 256 * 1024
const WRITE_BATCH_BYTES = 512 * 1024
const VERSION = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Blobs as files `ab/cd/<uuid>` of a folder. Written under `tmp/`, synced, renamed, and the folder synced: after a power cut
 * there is a whole file or none. Processes may share the folder, because no two blobs ever have one name.
 */
export async function createDiskBlobStore(folder: string): Promise<BlobStore> {
  const temporary = join(folder, 'tmp')
  await mkdir(temporary, { recursive: true })
  const pathOf = (version: string) => {
    if (!VERSION.test(version)) throw new BlobMissingError(`${version} is not the version of a blob.`)
    return join(folder, version.slice(0, 2), version.slice(2, 4), version)
  }
  return {
    async put(version, content, limitBytes) {
      const part = join(temporary, randomUUID())
      try {
        const stored = await writeFile(part, content, limitBytes)
        await moveDurably(part, pathOf(version), folder)
        return stored
      } catch (error) {
        await rm(part, { force: true })
        throw error
      }
    },
    open: async (version, range) => readFile(await openFile(pathOf(version)), range),
    async copy(from, to) {
      const target = pathOf(to)
      await mkdir(dirname(target), { recursive: true })
      await link(pathOf(from), target).catch(rethrowMissing)
      await syncFolders(dirname(target), folder)
    },
    delete: (version) => rm(pathOf(version), { force: true }),
    listOlderThan: (time) => listFiles(folder, time),
    deleteUnfinished: (time) => deleteOlderFiles(temporary, time),
    async check() {
      const probe = join(temporary, randomUUID())
      await (await open(probe, 'wx')).close()
      await rm(probe)
    },
  }
}

async function writeFile(path: string, content: AsyncIterable<Uint8Array>, limitBytes: number): Promise<StoredBlob> {
  const file = await open(path, 'wx', 0o600)
  try {
    const stored = await writeContent(file, content, limitBytes)
    await file.datasync()
    return stored
  } finally {
    await file.close()
  }
}

/** Bytes come in small pieces: they are gathered, and hashed here while another thread writes those before. */
async function writeContent(
  file: FileHandle,
  content: AsyncIterable<Uint8Array>,
  limitBytes: number,
): Promise<StoredBlob> {
  const digest = createHash('md5')
  let size = 0
  let gathered: Uint8Array[] = []
  let gatheredBytes = 0
  let writing: Promise<void> = Promise.resolve()
  const flush = async () => {
    await writing
    writing = writeAll(file, gathered)
    // Awaited at the next flush; until then a failure must not count as unhandled.
    writing.catch(() => {})
    gathered = []
    gatheredBytes = 0
  }
  try {
    for await (const chunk of content) {
      size += chunk.byteLength
      if (size > limitBytes) throw new BlobTooLargeError(`The blob is larger than ${limitBytes} bytes.`)
      gathered.push(chunk)
      gatheredBytes += chunk.byteLength
      if (gatheredBytes >= WRITE_BATCH_BYTES) await flush()
      digest.update(chunk)
    }
    await flush()
  } finally {
    await writing
  }
  return { size, etag: `"${digest.digest('hex')}"` }
}

async function writeAll(file: FileHandle, chunks: Uint8Array[]): Promise<void> {
  const bytes = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)
  let written = 0
  while (written < bytes.byteLength) written += (await file.write(bytes, written)).bytesWritten
}

async function moveDurably(from: string, to: string, root: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true })
  await rename(from, to)
  await syncFolders(dirname(to), root)
}

/** A new name is only safe when its folder is synced, and so is each folder that may have been made for it. */
async function syncFolders(folder: string, root: string): Promise<void> {
  for (let current = folder; current.startsWith(root); current = dirname(current)) {
    const handle = await open(current, 'r')
    await handle.sync().finally(() => handle.close())
  }
}

async function openFile(path: string): Promise<FileHandle> {
  return open(path, 'r').catch(rethrowMissing)
}

function rethrowMissing(cause: unknown): never {
  if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') {
    throw new BlobMissingError('The blob is not there.', { cause })
  }
  throw cause
}

async function readFile(file: FileHandle, range?: ByteRange): Promise<BlobContent> {
  const { size } = await file.stat()
  const { start, end } = range ?? { start: 0, end: size - 1 }
  if (end - start + 1 > READ_CHUNK_BYTES) return streamFile(file, start, end)
  const content = new Uint8Array(Math.max(0, end - start + 1))
  await file.read(content, 0, content.length, start).finally(() => file.close())
  return content
}

function streamFile(file: FileHandle, start: number, end: number): ReadableStream<Uint8Array> {
  let position = start
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const buffer = Buffer.allocUnsafeSlow(Math.min(READ_CHUNK_BYTES, end - position + 1))
        const { bytesRead } = await file.read(buffer, 0, buffer.length, position)
        position += bytesRead
        if (bytesRead > 0) controller.enqueue(buffer.subarray(0, bytesRead))
        if (bytesRead > 0 && position <= end) return
        await file.close()
        controller.close()
      },
      cancel: () => file.close(),
    },
    // One piece is read ahead while the one before is being sent.
    { highWaterMark: 1 },
  )
}

async function* listFiles(folder: string, time: Date): AsyncIterable<string> {
  for (const outer of await listFolders(folder)) {
    for (const inner of await listFolders(join(folder, outer))) {
      for (const version of await readdir(join(folder, outer, inner))) {
        const changed = await findChangeTime(join(folder, outer, inner, version))
        if (VERSION.test(version) && changed && changed < time) yield version
      }
    }
  }
}

async function listFolders(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory() && /^[0-9a-f]{2}$/.test(entry.name)).map((entry) => entry.name)
}

/** The change time and not the modification time: a copy is a link to content that may be old. */
async function findChangeTime(path: string): Promise<Date | undefined> {
  return (await stat(path).catch(() => undefined))?.ctime
}

async function deleteOlderFiles(folder: string, time: Date): Promise<void> {
  for (const name of await readdir(folder)) {
    const changed = await findChangeTime(join(folder, name))
    if (changed && changed < time) await rm(join(folder, name), { force: true })
  }
}
