import * as v from 'valibot'

const PublishedDraft = v.object({ submissionKey: v.string(), spotId: v.string() })

/** A draft that was published. Other tabs with the same draft must stop editing it. */
export type PublishedDraft = v.InferOutput<typeof PublishedDraft>

const CHANNEL = 'hereabouts-spot-drafts'

/** Notifies the other tabs of this browser. */
export function announceDraftPublished(draft: PublishedDraft): void {
  if (typeof BroadcastChannel === 'undefined') return
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(draft)
  channel.close()
}

/** Listens to the other tabs. Returns a function that stops listening. */
export function onDraftPublished(listener: (draft: PublishedDraft) => void): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => undefined
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }) => {
    const draft = v.safeParse(PublishedDraft, data)
    if (draft.success) listener(draft.output)
  }
  return () => channel.close()
}
