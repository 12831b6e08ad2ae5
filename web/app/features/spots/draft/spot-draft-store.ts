import { createStore, del, get, set, type UseStore } from 'idb-keyval'
import { findSpotDraft, type SpotDraft } from './spot-draft.ts'

let store: UseStore | undefined

/** The database of this browser; opened on first use, since the server has none. */
function openStore(): UseStore {
  store ??= createStore('hereabouts-drafts', 'spots')
  return store
}

/** A member's draft on this device; another member who signs in here does not find it. */
export async function findKeptSpotDraft(memberId: string): Promise<SpotDraft | undefined> {
  try {
    return findSpotDraft(await get(memberId, openStore()))
  } catch {
    // Private windows of some browsers have no database: then there is no draft.
    return undefined
  }
}

/** Keeps a draft. False when this browser cannot: it has no database, or no room for the photos. */
export async function keepSpotDraft(memberId: string, draft: SpotDraft): Promise<boolean> {
  try {
    await set(memberId, draft, openStore())
    return true
  } catch {
    return false
  }
}

/** Forgets a draft, unless another one took its place since. */
export async function forgetSpotDraft(memberId: string, submissionKey: string): Promise<void> {
  const kept = await findKeptSpotDraft(memberId)
  if (kept?.submissionKey !== submissionKey) return
  // Without a database nothing was kept.
  await del(memberId, openStore()).catch(() => undefined)
}
