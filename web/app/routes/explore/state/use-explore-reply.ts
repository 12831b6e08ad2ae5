import { useCallback, useEffect, useState } from 'react'
import type { ExploreReply } from '#app/features/explore/explore-reply.ts'
import { fetchExploreReply } from '#app/features/explore/explore-reply.ts'
import type { ExploreRequest } from '#app/features/explore/explore-view.ts'
import type { SpotSummary } from '#app/features/spots/spot-summary.ts'

/** A reply with its request and the further pages of its list. */
interface Answer {
  request: ExploreRequest
  reply: ExploreReply
  more: SpotSummary[]
  cursor: string | null
}

export type ReplyState = 'ready' | 'loading' | 'failed'

/**
 * Returns the reply to a request. The last reply stays until the next one arrives, and outdated requests are aborted.
 * `start` is the reply that the server sent with the page.
 */
export function useExploreReply(
  start: { request: ExploreRequest; reply: ExploreReply },
  request: ExploreRequest | null,
) {
  const [answer, setAnswer] = useState(() => toAnswer(start))
  const [shownStart, setShownStart] = useState(start.reply)
  const [state, setState] = useState<ReplyState>('ready')
  const [attempt, setAttempt] = useState(0)
  const pages = useMorePages(answer, setAnswer)
  if (shownStart !== start.reply) {
    setShownStart(start.reply)
    setAnswer(toAnswer(start))
    setState('ready')
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt repeats the same request.
  useEffect(() => {
    // Until the map has come to rest, another attempt repeats the request of the server.
    const asked = request ?? (attempt > 0 ? start.request : null)
    if (!asked) return
    const calling = new AbortController()
    setState('loading')
    fetchExploreReply(asked, calling.signal)
      .then((reply) => {
        if (calling.signal.aborted) return
        setAnswer(toAnswer({ request: asked, reply }))
        setState('ready')
      })
      .catch(() => calling.signal.aborted || setState('failed'))
    return () => calling.abort()
  }, [request, attempt])

  const retry = useCallback(() => setAttempt((count) => count + 1), [])
  return {
    reply: answer.reply,
    /** The request of the reply. */
    shown: answer.request,
    more: answer.more,
    hasMore: answer.cursor !== null,
    state,
    retry,
    ...pages,
  }
}

/** Loads the next page of the list. */
function useMorePages(answer: Answer, setAnswer: (change: (now: Answer) => Answer) => void) {
  const [moreState, setMoreState] = useState<ReplyState>('ready')
  const loadMore = async () => {
    const { request, cursor, reply } = answer
    if (cursor === null || moreState === 'loading') return
    setMoreState('loading')
    try {
      const next = await fetchExploreReply({ ...request, from: reply.origin, cursor }, new AbortController().signal)
      setAnswer((now) =>
        now.reply === reply ? { ...now, more: [...now.more, ...next.view.spots], cursor: next.view.cursor } : now,
      )
      setMoreState('ready')
    } catch {
      setMoreState('failed')
    }
  }
  return { moreState, loadMore }
}

function toAnswer({ request, reply }: { request: ExploreRequest; reply: ExploreReply }): Answer {
  return { request, reply, more: [], cursor: reply.view.cursor }
}
