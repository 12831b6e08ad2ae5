import { createStore, del, entries, get, type UseStore } from 'idb-keyval'
import { setAtOnce } from '#app/lib/set-at-once.ts'
import type { StagedImport } from './stage-rows.ts'

/** Abandoned imports are deleted from the device after this time. */
const LIFETIME_MS = 7 * 24 * 60 * 60 * 1000

/** An import as stored on this device: the unsent rows, and the files that contain its photos. */
type StoredImport = StagedImport & { files: Blob[] }

interface Dated {
  kept: StagedImport | Blob[]
  keptAt: number
}

let store: UseStore | undefined
/** Without a database in the browser, an import lasts as long as the page. */
const inMemory = new Map<string, StoredImport>()

function openStore(): UseStore {
  store ??= createStore('hereabouts-staged-imports', 'imports')
  return store
}

/** Stores an import on this device until the server has its rows and photos. */
export async function saveStagedImport({ files, ...rest }: StoredImport): Promise<void> {
  inMemory.set(rest.id, { ...rest, files })
  const keptAt = Date.now()
  const keep = (key: string, kept: Dated['kept']) =>
    setAtOnce(key, { kept, keptAt }, openStore()).catch(() => undefined)
  await keep(rest.id, rest)
  // Stored separately from the rows, because the files may exceed the browser's quota.
  if (rest.photos.length > 0) await keep(`${rest.id} files`, files)
}

/** Returns an import that was not sent completely, if it is on this device. */
export async function findStagedImport(importId: string): Promise<StoredImport | undefined> {
  const known = inMemory.get(importId)
  if (known) return known
  try {
    for (const [key, { keptAt }] of await entries<string, Dated>(openStore())) {
      if (keptAt < Date.now() - LIFETIME_MS) await del(key, openStore())
    }
    const rest = (await get<Dated>(importId, openStore()))?.kept as StagedImport | undefined
    const files = (await get<Dated>(`${importId} files`, openStore()))?.kept as Blob[] | undefined
    return rest && { ...rest, files: files ?? [] }
  } catch {
    // Private windows of some browsers have no IndexedDB.
    return undefined
  }
}

/** Deletes an import from this device. */
export async function deleteStagedImport(importId: string): Promise<void> {
  inMemory.delete(importId)
  for (const key of [importId, `${importId} files`]) await del(key, openStore()).catch(() => undefined)
}
