import { randomUUID } from 'node:crypto'
import { type FileHandle, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ByteRange } from '../objects/byte-range.ts'
import {
  type BlobContent,
  BlobMissingError,
  type BlobStore,
  BlobTooLargeError,
  isVersion,
  type StoredBlob,
} from './blob-store.ts'
import { createEtagDigest } from './etag.ts'
import { streamFilePart } from './file-part.ts'

/** A content up to this size is read whole. */
const SMALL_BYTES = 256 * 1024
/** Each write costs the same few steps between threads, whatever its size. */
const WRITE_BATCH_BYTES = 1024 * 1024
/** So much is sent on to the disk while more comes in, so that little is left to wait for at the end. */
const SYNC_BATCH_BYTES = 16 * 1024 * 1024

/**
 * Blobs as files `ab/cd/<uuid>` of a folder. Written under `tmp/`, synced, renamed, and the folder synced: after a power cut
 * there is a whole file or none. Processes may share the folder, because no two blobs ever have one name.
 */
export async function createDiskBlobStore(folder: string): Promise<BlobStore> {
  const temporary = join(folder, 'tmp')
  await mkdir(temporary, { recursive: true })
  const syncPath = createFolderSync(folder)
  const pathOf = (version: string) => {
    if (!isVersion(version)) throw new BlobMissingError(`${version} is not the version of a blob.`)
    return join(folder, version.slice(0, 2), version.slice(2, 4), version)
  }
  return {
    async put(version, content, limitBytes) {
      const part = join(temporary, randomUUID())
      try {
        const stored = await writeFile(part, content, limitBytes)
        await move(part, pathOf(version))
        await syncPath(dirname(pathOf(version)))
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
      await syncPath(dirname(target))
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

/** Bytes come in small pieces: they are gathered, and hashed by one thread while another writes them. */
async function writeContent(
  file: FileHandle,
  content: AsyncIterable<Uint8Array>,
  limitBytes: number,
): Promise<StoredBlob> {
  const digest = createEtagDigest()
  let size = 0
  let gathered: Uint8Array[] = []
  let gatheredBytes = 0
  let unsyncedBytes = 0
  let writing: Promise<void> = Promise.resolve()
  let syncing: Promise<void> = Promise.resolve()
  const flush = async () => {
    await writing
    writing = writeAll(file, gathered)
    unsyncedBytes += gatheredBytes
    if (unsyncedBytes >= SYNC_BATCH_BYTES) {
      await syncing
      unsyncedBytes = 0
      syncing = file.datasync()
      syncing.catch(() => {})
    }
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
      await digest.update(chunk)
    }
    await flush()
    // The last bytes are written and hashed at once.
    const [etag] = await Promise.all([digest.finish(), writing, syncing])
    return { size, etag }
  } catch (error) {
    digest.drop()
    await Promise.allSettled([writing, syncing])
    throw error
  }
}

async function writeAll(file: FileHandle, chunks: Uint8Array[]): Promise<void> {
  if (chunks.length === 0) return
  let { bytesWritten } = await file.writev(chunks)
  const size = chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0)
  if (bytesWritten === size) return
  // The disk took a part only: seldom, so that copying does not matter.
  const bytes = Buffer.concat(chunks)
  while (bytesWritten < size) bytesWritten += (await file.write(bytes, bytesWritten)).bytesWritten
}

async function move(from: string, to: string): Promise<void> {
  await rename(from, to).catch(async (error: unknown) => {
    if (!isMissing(error)) throw error
    await mkdir(dirname(to), { recursive: true })
    await rename(from, to)
  })
}

/**
 * A new name is only safe when its folder is synced, and so is each folder that may have been made for it. Folders are never
 * removed, so the names of folders need it once in the life of a process.
 */
function createFolderSync(root: string): (folder: string) => Promise<void> {
  const safe = new Set<string>()
  return async (folder) => {
    const folders = [folder]
    if (!safe.has(folder)) {
      for (let parent = dirname(folder); parent.startsWith(root); parent = dirname(parent)) folders.push(parent)
    }
    // At once: file systems with a journal write all of it in one go.
    await Promise.all(folders.map(syncFolder))
    safe.add(folder)
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

async function openFile(path: string): Promise<FileHandle> {
  return open(path, 'r').catch(rethrowMissing)
}

function rethrowMissing(cause: unknown): never {
  throw isMissing(cause) ? new BlobMissingError('The blob is not there.', { cause }) : cause
}

function isMissing(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ENOENT'
}

async function readFile(file: FileHandle, range?: ByteRange): Promise<BlobContent> {
  const { size } = await file.stat()
  const { start, end } = range ?? { start: 0, end: size - 1 }
  if (end - start + 1 > SMALL_BYTES) return streamFilePart({ file, start, end })
  const content = new Uint8Array(Math.max(0, end - start + 1))
  await file.read(content, 0, content.length, start).finally(() => file.close())
  return content
}

async function* listFiles(folder: string, time: Date): AsyncIterable<string> {
  for (const outer of await listFolders(folder)) {
    for (const inner of await listFolders(join(folder, outer))) {
      for (const version of await readdir(join(folder, outer, inner))) {
        const changed = await findChangeTime(join(folder, outer, inner, version))
        if (isVersion(version) && changed && changed < time) yield version
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
