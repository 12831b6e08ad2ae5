import { createStore, del, get, type UseStore } from 'idb-keyval'
import * as v from 'valibot'
import { setAtOnce } from '#app/lib/set-at-once.ts'
import { StoryFields } from './story-fields.ts'

const StoryDraft = v.object({
  id: v.nullable(v.string()),
  submissionKey: v.string(),
  version: v.nullable(v.number()),
  baseVersion: v.nullable(v.number()),
  fields: StoryFields,
  /** The fields last sent to the server, if no response has come. It may have saved them. */
  sent: v.optional(StoryFields),
  /** Milliseconds since 1970. */
  keptAt: v.number(),
})

/** A story on this device that the server does not have in this form. */
export type StoryDraft = v.InferOutput<typeof StoryDraft>

let store: UseStore | undefined

function openStore(): UseStore {
  store ??= createStore('hereabouts-stories', 'drafts')
  return store
}

/** Returns the draft that the member wrote on this device; `address` is the id of the story, or "new". */
export async function findStoryDraft(memberId: string, address: string): Promise<StoryDraft | undefined> {
  try {
    const kept = v.safeParse(StoryDraft, await get(`${memberId} ${address}`, openStore()))
    return kept.success ? kept.output : undefined
  } catch {
    // Private windows of some browsers have no IndexedDB.
    return undefined
  }
}

/** Returns false if the browser has no database or no space. */
export async function saveStoryDraft(memberId: string, address: string, story: StoryDraft): Promise<boolean> {
  try {
    await setAtOnce(`${memberId} ${address}`, story, openStore())
    return true
  } catch {
    return false
  }
}

/** Deletes the copy on this device, because the server has it. */
export async function deleteStoryDraft(memberId: string, address: string): Promise<void> {
  await del(`${memberId} ${address}`, openStore()).catch(() => undefined)
}
