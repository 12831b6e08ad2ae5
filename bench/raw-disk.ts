import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

const READ_BYTES = 1024 * 1024

/**
 * Stores a file durably with the fewest operations: write, sync, rename, and sync the folder, without which the name
 * may be lost.
 */
export async function writeDurably(path: string, content: Buffer): Promise<void> {
  const file = await open(`${path}.part`, 'w')
  await file.write(content)
  await file.datasync()
  await file.close()
  await rename(`${path}.part`, path)
  await syncFolder(dirname(path))
}

export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  await folder.sync()
  await folder.close()
}

export async function readThrough(path: string): Promise<void> {
  const file = await open(path, 'r')
  const buffer = Buffer.allocUnsafeSlow(READ_BYTES)
  while ((await file.read(buffer, 0, buffer.length)).bytesRead > 0);
  await file.close()
}
