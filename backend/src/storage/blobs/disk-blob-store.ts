import { randomUUID } from 'node:crypto'
import { type FileHandle, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { insufficientStorage } from '../errors.ts'
import {
  type BlobContent,
  BlobMissingError,
  type BlobSource,
  type BlobStore,
  BlobTooLargeError,
  isVersion,
  type StoredBlob,
} from './blob-store.ts'
import type { ByteRange } from './byte-range.ts'
import { createFileEtagDigest } from './etag.ts'
import { streamFilePart } from './file-part.ts'

/** Blobs up to this size are read whole. */
const SMALL_BYTES = 256 * 1024
/** Chunks are written in batches of this size, because each write has a fixed cost. */
const WRITE_BATCH_BYTES = 1024 * 1024
/** The file is synced each time this much was written, so that the last sync is short. */
const SYNC_BATCH_BYTES = 16 * 1024 * 1024

/**
 * Stores blobs as files `ab/cd/<uuid>` in a folder. A file is written to `tmp/`, synced and renamed, and its folder
 * synced, so that a power cut leaves a whole file or none. Processes may share the folder, because names never repeat.
 */
export async function createDiskBlobStore(folder: string): Promise<BlobStore> {
  const temporary = join(folder, 'tmp')
  await mkdir(temporary, { recursive: true })
  const folders = createFolders(folder)
  const pathOf = (version: string) => {
    if (!isVersion(version)) throw new BlobMissingError(`${version} is not the version of a blob.`)
    return join(version.slice(0, 2), version.slice(2, 4), version)
  }
  const place = async (version: string, put: (path: string) => Promise<void>) => {
    const path = pathOf(version)
    await folders.make(dirname(path))
    await put(join(folder, path))
    await folders.sync(dirname(path))
  }
  return {
    async put(version, content, limitBytes) {
      pathOf(version)
      const part = join(temporary, version)
      const file = await open(part, 'wx+', 0o600)
      try {
        const stored = await writeContent(file, content, limitBytes)
        await place(version, (path) => rename(part, path))
        return stored
      } catch (error) {
        await rm(part, { force: true })
        throw isFull(error) ? insufficientStorage(error) : error
      } finally {
        await file.close()
      }
    },
    open: async (version, range) => readFile(await openFile(join(folder, pathOf(version))), range),
    async copy(from, to) {
      const source = join(folder, pathOf(from))
      await place(to, (path) => link(source, path).catch(rethrowMissing))
    },
    delete: (version) => rm(join(folder, pathOf(version)), { force: true }),
    async discard(version) {
      await rm(join(folder, pathOf(version)), { force: true })
      await rm(join(temporary, version), { force: true })
    },
    listOlderThan: (time) => listFiles(folder, time),
    deleteUnfinished: (time) => deleteOlderFiles(temporary, time),
    async check() {
      const probe = join(temporary, randomUUID())
      await (await open(probe, 'wx')).close()
      await rm(probe)
    },
  }
}

/** Writes and syncs a file while hashing it. The caller closes it. */
async function writeContent(file: FileHandle, content: BlobSource, limitBytes: number): Promise<StoredBlob> {
  const digest = createFileEtagDigest(file.fd, content.release?.bind(content))
  let size = 0
  let gathered: Uint8Array[] = []
  let gatheredBytes = 0
  let unsyncedBytes = 0
  let writing: Promise<void> = Promise.resolve()
  let syncing: Promise<void> = Promise.resolve()
  const flush = async () => {
    await writing
    const [chunks, bytes, position] = [gathered, gatheredBytes, size - gatheredBytes]
    gathered = []
    gatheredBytes = 0
    writing = writeAll(file, chunks, position).then(() => digest.update(chunks, position, bytes))
    // Awaited at the next flush; until then a failure must not count as unhandled.
    writing.catch(() => {})
    unsyncedBytes += bytes
    if (unsyncedBytes < SYNC_BATCH_BYTES) return
    await syncing
    unsyncedBytes = 0
    syncing = file.datasync()
    syncing.catch(() => {})
  }
  try {
    for await (const chunk of content) {
      if (size + chunk.byteLength > limitBytes) {
        throw new BlobTooLargeError(`The blob is larger than ${limitBytes} bytes.`)
      }
      size += chunk.byteLength
      gathered.push(chunk)
      gatheredBytes += chunk.byteLength
      if (gatheredBytes >= WRITE_BATCH_BYTES) await flush()
    }
    if (gatheredBytes > 0) await flush()
    await writing
    const [etag] = await Promise.all([digest.finish(), syncing.then(() => file.datasync())])
    return { size, etag }
  } catch (error) {
    await Promise.allSettled([writing, syncing])
    await digest.drop()
    throw error
  }
}

async function writeAll(file: FileHandle, chunks: Uint8Array[], position: number): Promise<void> {
  let { bytesWritten } = await file.writev(chunks, position)
  const size = chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0)
  if (bytesWritten === size) return
  // A partial write is rare, so copying does not matter.
  const bytes = Buffer.concat(chunks)
  while (bytesWritten < size) {
    bytesWritten += (await file.write(bytes, bytesWritten, size - bytesWritten, position + bytesWritten)).bytesWritten
  }
}

/** The subfolders of a store, by their path below its root. */
interface Folders {
  /** Creates the folder if it is missing. */
  make(folder: string): Promise<void>
  /** Makes new names in the folder survive a power cut. */
  sync(folder: string): Promise<void>
}

/**
 * A new name is durable once its folder is synced, and so is each folder created for it. Folders are never deleted, so
 * a process syncs their names once.
 */
function createFolders(root: string): Folders {
  const safe = new Set<string>()
  return {
    async make(folder) {
      if (!safe.has(folder)) await mkdir(join(root, folder), { recursive: true })
    },
    async sync(folder) {
      const unsafe = [folder]
      for (let named = folder; named !== '.' && !safe.has(named); named = dirname(named)) unsafe.push(dirname(named))
      // In parallel: journalling file systems write all of it at once.
      await Promise.all(unsafe.map((name) => syncFolder(join(root, name))))
      for (let named = folder; named !== '.'; named = dirname(named)) safe.add(named)
    },
  }
}

async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r')
  await handle.sync().finally(() => handle.close())
}

async function openFile(path: string): Promise<FileHandle> {
  return open(path, 'r').catch(rethrowMissing)
}

function rethrowMissing(cause: unknown): never {
  throw isMissing(cause) ? new BlobMissingError('The blob does not exist.', { cause }) : cause
}

/** Disk full, quota used up, or out of inodes. */
function isFull(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && (cause.code === 'ENOSPC' || cause.code === 'EDQUOT')
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

/** Uses the change time rather than the modification time, because a copy is a hard link to content that may be old. */
async function findChangeTime(path: string): Promise<Date | undefined> {
  return (await stat(path).catch(() => undefined))?.ctime
}

async function deleteOlderFiles(folder: string, time: Date): Promise<void> {
  for (const name of await readdir(folder)) {
    const changed = await findChangeTime(join(folder, name))
    if (changed && changed < time) await rm(join(folder, name), { force: true })
  }
}
