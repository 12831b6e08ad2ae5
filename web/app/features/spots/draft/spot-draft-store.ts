import { createStore, del, get, type UseStore } from 'idb-keyval'
import { setAtOnce } from '#app/lib/set-at-once.ts'
import { findSpotDraft, type SpotDraft } from './spot-draft.ts'

let store: UseStore | undefined
/** The submission keys of drafts that this page has published. */
const published = new Set<string>()

/** Opens the IndexedDB of this browser on first use, since the server has none. */
function openStore(): UseStore {
  store ??= createStore('hereabouts-drafts', 'spots')
  return store
}

/** Returns a member's draft on this device. Drafts of other members on the same device are not visible. */
export async function findSavedSpotDraft(memberId: string): Promise<SpotDraft | undefined> {
  try {
    return findSpotDraft(await get(memberId, openStore()))
  } catch {
    // Private windows of some browsers have no IndexedDB, hence no drafts.
    return undefined
  }
}

/**
 * Saves a draft, unless it was published: the form is still open then, and its last change may be waiting to be saved.
 * Returns false if the browser has no database or no space for the photos.
 */
export async function saveSpotDraft(memberId: string, draft: SpotDraft): Promise<boolean> {
  if (published.has(draft.submissionKey)) return true
  try {
    await setAtOnce(memberId, draft, openStore())
    return true
  } catch {
    return false
  }
}

/** Deletes a draft for good, because its spot exists. */
export async function deletePublishedSpotDraft(memberId: string, submissionKey: string): Promise<void> {
  published.add(submissionKey)
  await deleteSpotDraft(memberId, submissionKey)
}

/** Deletes a draft, unless a newer one has replaced it. */
export async function deleteSpotDraft(memberId: string, submissionKey: string): Promise<void> {
  const kept = await findSavedSpotDraft(memberId)
  if (kept?.submissionKey !== submissionKey) return
  // Without a database nothing was saved.
  await del(memberId, openStore()).catch(() => undefined)
}
