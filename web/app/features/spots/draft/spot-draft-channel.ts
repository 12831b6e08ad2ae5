import * as v from 'valibot'
import { createUuid } from '#app/lib/create-uuid.ts'

const PublishedDraft = v.object({ submissionKey: v.string(), spotId: v.string() })
const SavedDraft = v.object({ savedBy: v.string(), tab: v.string() })

/** A draft that was published. Other tabs with the same draft must stop editing it. */
export type PublishedDraft = v.InferOutput<typeof PublishedDraft>

const CHANNEL = 'hereabouts-spot-drafts'
/** The id of this tab in its messages, which its own listeners receive too and must ignore. */
let ownTab: string | undefined

/** Notifies the other tabs of this browser. */
export function announceDraftPublished(draft: PublishedDraft): void {
  post(draft)
}

/** Notifies the other tabs of this browser that this one has saved the draft of a member. */
export function announceDraftSaved(memberId: string): void {
  ownTab ??= createUuid()
  post({ savedBy: memberId, tab: ownTab })
}

/** Listens to the other tabs. Returns a function that stops listening. */
export function onDraftPublished(listener: (draft: PublishedDraft) => void): () => void {
  return listen(PublishedDraft, listener)
}

/** Calls the listener when another tab saves the draft of a member, which replaces the one that this tab saved. */
export function onDraftReplaced(memberId: string, listener: () => void): () => void {
  return listen(SavedDraft, ({ savedBy, tab }) => savedBy === memberId && tab !== ownTab && listener())
}

function post(message: PublishedDraft | v.InferOutput<typeof SavedDraft>): void {
  if (typeof BroadcastChannel === 'undefined') return
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(message)
  channel.close()
}

function listen<Schema extends v.GenericSchema>(
  schema: Schema,
  listener: (message: v.InferOutput<Schema>) => void,
): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => undefined
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }) => {
    const message = v.safeParse(schema, data)
    if (message.success) listener(message.output)
  }
  return () => channel.close()
}
