import { randomUUID } from 'node:crypto'
import { type FileHandle, link, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { insufficientStorage } from '../errors.ts'
import { createBlobFolders, deleteOlderFiles, listBlobFiles } from './blob-folders.ts'
import { type BlobContent, BlobMissingError, type BlobStore, isVersion } from './blob-store.ts'
import type { ByteRange } from './byte-range.ts'
import { streamFilePart } from './file-part.ts'
import { writeBlob } from './write-blob.ts'

/** Blobs up to this size are read whole. */
const SMALL_BYTES = 256 * 1024

/**
 * Stores blobs as files `ab/<uuid>` in a folder. Files are written directly under their final name: no one opens a
 * version before its row exists, and the record of the pending blob leads the cleaner to a file that a killed process
 * left (storage 11). Processes may share the folder, because names never repeat.
 */
export async function createDiskBlobStore(folder: string): Promise<BlobStore> {
  // For the check. Earlier versions also left unfinished writes here.
  const temporary = join(folder, 'tmp')
  await mkdir(temporary, { recursive: true })
  const folders = createBlobFolders(folder)
  const requireVersion = (version: string) => {
    if (!isVersion(version)) throw new BlobMissingError(`${version} is not the version of a blob.`)
    return { name: version.slice(0, 2), version }
  }
  const pathOf = (version: string) => join(folder, requireVersion(version).name, version)
  /** Earlier versions stored blobs one folder deeper. */
  const earlierPathOf = (version: string) => join(folder, requireVersion(version).name, version.slice(2, 4), version)
  const find = <Found>(version: string, use: (path: string) => Promise<Found>): Promise<Found> =>
    use(pathOf(version)).catch((cause: unknown) => {
      if (!isMissing(cause)) throw cause
      return use(earlierPathOf(version)).catch(rethrowMissing)
    })
  const remove = async (version: string) => {
    await rm(pathOf(version), { force: true })
    await rm(earlierPathOf(version), { force: true })
  }
  return {
    async put(version, content, limitBytes) {
      const path = pathOf(version)
      const { name } = requireVersion(version)
      await folders.make(name)
      const file = await open(path, 'wx+', 0o600)
      try {
        return await writeBlob(file, content, limitBytes, () => folders.sync(name))
      } catch (error) {
        await rm(path, { force: true })
        throw isFull(error) ? insufficientStorage(error) : error
      } finally {
        await file.close()
      }
    },
    open: async (version, range) => readFile(await find(version, (path) => open(path, 'r')), range),
    async copy(from, to) {
      const { name } = requireVersion(to)
      await folders.make(name)
      await find(from, (source) => link(source, pathOf(to)))
      await folders.sync(name)
    },
    delete: remove,
    discard: remove,
    listOlderThan: (time) => listBlobFiles(folder, time),
    deleteUnfinished: (time) => deleteOlderFiles(temporary, time),
    async check() {
      const probe = join(temporary, randomUUID())
      await (await open(probe, 'wx')).close()
      await rm(probe)
    },
  }
}

function rethrowMissing(cause: unknown): never {
  throw isMissing(cause) ? new BlobMissingError('The blob does not exist.', { cause }) : cause
}

/** Returns true when the disk is full, a quota is used up, or there are no inodes left. */
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
  const { bytesRead } = await file.read(content, 0, content.length, start).finally(() => file.close())
  return content.subarray(0, bytesRead)
}
