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

/** The copies of a member's stories on this device, by the keys of `toLocalKey`. */
export interface LocalCopies {
  find(key: string): Promise<StoryDraft | undefined>
  /** Saves nothing if the browser has no database or no space. */
  save(key: string, copy: StoryDraft): Promise<void>
  delete(key: string): Promise<void>
}

/** Opens the copies in the browser's database. Private windows of some browsers have none. */
export function openLocalCopies(memberId: string): LocalCopies {
  const entryOf = (key: string) => `${memberId} ${key}`
  return {
    async find(key) {
      const entry = await tryStore(() => get<unknown>(entryOf(key), openStore()))
      const copy = v.safeParse(StoryDraft, entry)
      return copy.success ? copy.output : undefined
    },
    save: (key, copy) => tryStore(() => setAtOnce(entryOf(key), copy, openStore())),
    delete: (key) => tryStore(() => del(entryOf(key), openStore())),
  }
}

/** Returns undefined if the browser has no database or no space. */
async function tryStore<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch {
    return undefined
  }
}
