import type { FileHandle } from 'node:fs/promises'
import { type BlobSource, BlobTooLargeError, type StoredBlob } from './blob-store.ts'
import { createFileEtagDigest } from './etag.ts'

/** Chunks are written in batches of this size, because each write has a fixed cost. */
const WRITE_BATCH_BYTES = 1024 * 1024
/** The file is synced each time this much was written, so that the last sync is short. */
const SYNC_BATCH_BYTES = 16 * 1024 * 1024

/**
 * Writes a file, then syncs its content and its name while the rest is hashed. The caller closes it.
 *
 * @param syncName makes the name of the file survive a power cut
 */
export async function writeBlob(
  file: FileHandle,
  content: BlobSource,
  limitBytes: number,
  syncName: () => Promise<void>,
): Promise<StoredBlob> {
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
    // At the same time: journalling file systems write content and name in one commit.
    syncing = Promise.all([syncing.then(() => file.datasync()), syncName()]).then(() => {})
    const [etag] = await Promise.all([digest.finish(), syncing])
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
