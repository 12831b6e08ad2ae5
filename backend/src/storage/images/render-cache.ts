import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Stores rendered images on disk, by the version of their source and a hash of the options. */
export interface RenderCache {
  find(version: string, hash: string): Promise<Uint8Array | undefined>
  put(version: string, hash: string, content: Uint8Array): Promise<void>
  /** Deletes all renderings of a version. */
  deleteVersion(version: string): Promise<void>
  deleteAll(): Promise<void>
  /** Deletes the least recently used files until the rest fits. */
  shrink(): Promise<void>
}

/** The time of use is updated at most this often, because it costs a write. */
const TOUCH_AFTER_MS = 60 * 60 * 1000

export async function createRenderCache(folder: string, limitBytes: number): Promise<RenderCache> {
  await mkdir(folder, { recursive: true })
  const folderOf = (version: string) => join(folder, version.slice(0, 2), version)
  return {
    async find(version, hash) {
      const path = join(folderOf(version), hash)
      const content = await readFile(path).catch(() => undefined)
      if (content) await touch(path)
      return content
    },
    async put(version, hash, content) {
      const path = join(folderOf(version), hash)
      await mkdir(dirname(path), { recursive: true })
      // Not synced: a cache may lose a file but must not show half of one.
      const part = join(folder, `part-${randomUUID()}`)
      await writeFile(part, content)
      await rename(part, path)
    },
    deleteVersion: (version) => rm(folderOf(version), { recursive: true, force: true }),
    async deleteAll() {
      for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true, force: true })
    },
    shrink: () => evictOldRenders(folder, limitBytes),
  }
}

async function touch(path: string): Promise<void> {
  const file = await stat(path).catch(() => undefined)
  const now = new Date()
  if (file && now.getTime() - file.mtimeMs > TOUCH_AFTER_MS) await utimes(path, now, now).catch(() => {})
}

async function evictOldRenders(folder: string, limitBytes: number): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = []
  for (const entry of entries.filter((entry) => entry.isFile())) {
    const path = join(entry.parentPath, entry.name)
    const file = await stat(path).catch(() => undefined)
    if (file) files.push({ path, size: file.size, usedAtMs: file.mtimeMs })
  }
  let total = files.reduce((sum, file) => sum + file.size, 0)
  for (const file of files.sort((a, b) => a.usedAtMs - b.usedAtMs)) {
    if (total <= limitBytes) return
    await rm(file.path, { force: true })
    total -= file.size
  }
}
