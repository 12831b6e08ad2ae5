import * as v from 'valibot'

const News = v.object({ submissionKey: v.string(), spotId: v.string() })

/** That a draft became a spot: other tabs with the same one must not go on as if nothing had happened. */
export type SpotDraftNews = v.InferOutput<typeof News>

const CHANNEL = 'hereabouts-spot-drafts'

/** Tells the other tabs of this browser. */
export function tellDraftPublished(news: SpotDraftNews): void {
  if (typeof BroadcastChannel === 'undefined') return
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(news)
  channel.close()
}

/** Listens to the other tabs; returns how to stop. */
export function onDraftPublished(listener: (news: SpotDraftNews) => void): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => undefined
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }) => {
    const news = v.safeParse(News, data)
    if (news.success) listener(news.output)
  }
  return () => channel.close()
}
