import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isVersion } from './blob-store.ts'

/** The subfolders of a store, by their names. */
export interface BlobFolders {
  /** Creates the folder if it is missing. */
  make(name: string): Promise<void>
  /** Makes new names in the folder survive a power cut. */
  sync(name: string): Promise<void>
}

/**
 * A new name is durable once its folder is synced, and so is each folder created for it. Folders are never deleted, so
 * a process creates each of them once and syncs its name once.
 */
export function createBlobFolders(root: string): BlobFolders {
  const made = new Set<string>()
  const safe = new Set<string>()
  return {
    async make(name) {
      if (made.has(name)) return
      await mkdir(join(root, name), { recursive: true })
      made.add(name)
    },
    async sync(name) {
      if (safe.has(name)) return syncFolder(join(root, name))
      await Promise.all([syncFolder(join(root, name)), syncFolder(root)])
      safe.add(name)
    },
  }
}

async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r')
  await handle.sync().finally(() => handle.close())
}

/** Lists the versions of all blobs that changed last before a time. */
export async function* listBlobFiles(root: string, time: Date): AsyncIterable<string> {
  for (const outer of await readdir(root)) {
    if (!isFolderName(outer)) continue
    for (const name of await readdir(join(root, outer))) {
      if (isFolderName(name)) yield* listVersions(join(root, outer, name), time)
    }
    yield* listVersions(join(root, outer), time)
  }
}

const isFolderName = (name: string) => /^[0-9a-f]{2}$/.test(name)

async function* listVersions(folder: string, time: Date): AsyncIterable<string> {
  for (const name of await readdir(folder)) {
    if (isVersion(name) && (await isOlder(join(folder, name), time))) yield name
  }
}

/** Deletes files of a folder that changed last before a time. */
export async function deleteOlderFiles(folder: string, time: Date): Promise<void> {
  for (const name of await readdir(folder)) {
    if (await isOlder(join(folder, name), time)) await rm(join(folder, name), { force: true })
  }
}

/** Uses the change time rather than the modification time, because a copy is a hard link to content that may be old. */
async function isOlder(path: string, time: Date): Promise<boolean> {
  const file = await stat(path).catch(() => undefined)
  return file !== undefined && file.ctime < time
}
