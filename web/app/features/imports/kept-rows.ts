import { createStore, del, entries, get, set, type UseStore } from 'idb-keyval'
import type { StagedRow } from './stage-rows.ts'

/** Rows of an abandoned import are deleted from the device after this time. */
const KEPT_FOR_MS = 7 * 24 * 60 * 60 * 1000

interface KeptRows {
  rows: StagedRow[]
  keptAt: number
}

let store: UseStore | undefined
/** Where the browser has no database, the rows last as long as the page. */
const inMemory = new Map<string, KeptRows>()

function openStore(): UseStore {
  store ??= createStore('hereabouts-imports', 'rows')
  return store
}

/** Keeps the rows of an import on this device until the server has them. */
export async function keepRows(importId: string, rows: StagedRow[]): Promise<void> {
  const kept: KeptRows = { rows, keptAt: Date.now() }
  inMemory.set(importId, kept)
  await set(importId, kept, openStore()).catch(() => undefined)
}

/** Returns the rows of an import that was not sent completely, if they are on this device. */
export async function findKeptRows(importId: string): Promise<StagedRow[] | undefined> {
  try {
    for (const [key, { keptAt }] of await entries<string, KeptRows>(openStore())) {
      if (keptAt < Date.now() - KEPT_FOR_MS) await del(key, openStore())
    }
    const kept = await get<KeptRows>(importId, openStore())
    if (kept) return kept.rows
  } catch {
    // Private windows of some browsers have no IndexedDB.
  }
  return inMemory.get(importId)?.rows
}

/** Deletes the rows of an import from this device. */
export async function forgetRows(importId: string): Promise<void> {
  inMemory.delete(importId)
  await del(importId, openStore()).catch(() => undefined)
}
