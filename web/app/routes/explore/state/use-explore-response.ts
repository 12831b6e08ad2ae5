import { useCallback, useEffect, useState } from 'react'
import type { ExploreResponse } from '#app/features/explore/explore-response.ts'
import { fetchExploreResponse } from '#app/features/explore/explore-response.ts'
import type { ExploreRequest } from '#app/features/explore/explore-view.ts'
import type { SpotSummary } from '#app/features/spots/spot-summary.ts'

/** A response with its request and the further pages of its list. */
export interface Loaded {
  request: ExploreRequest
  response: ExploreResponse
  more: SpotSummary[]
  cursor: string | null
}

export type ResponseState = 'ready' | 'loading' | 'failed'

/**
 * Returns the response to a request. The last response stays until the next one arrives, and outdated requests are
 * aborted. `start` is the response that the server sent with the page.
 */
export function useExploreResponse(
  start: { request: ExploreRequest; response: ExploreResponse },
  request: ExploreRequest | null,
) {
  const [loaded, setLoaded] = useState(() => toLoaded(start))
  const [shownStart, setShownStart] = useState(start.response)
  const [state, setState] = useState<ResponseState>('ready')
  const [attempt, setAttempt] = useState(0)
  const pages = useMorePages(loaded, setLoaded)
  if (shownStart !== start.response) {
    setShownStart(start.response)
    setLoaded((now) => continueLoaded(now, start))
    setState('ready')
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt repeats the same request.
  useEffect(() => {
    // Until the map has come to rest, a retry repeats the request of the server.
    const asked = request ?? (attempt > 0 ? start.request : null)
    if (!asked) return
    const calling = new AbortController()
    setState('loading')
    fetchExploreResponse(asked, calling.signal)
      .then((response) => {
        if (calling.signal.aborted) return
        setLoaded(toLoaded({ request: asked, response }))
        setState('ready')
      })
      .catch(() => calling.signal.aborted || setState('failed'))
    return () => calling.abort()
  }, [request, attempt])

  const retry = useCallback(() => setAttempt((count) => count + 1), [])
  return {
    response: loaded.response,
    /** The request of the response. */
    shown: loaded.request,
    more: loaded.more,
    hasMore: loaded.cursor !== null,
    state,
    retry,
    ...pages,
  }
}

/** Loads the next page of the list. */
function useMorePages(loaded: Loaded, setLoaded: (change: (now: Loaded) => Loaded) => void) {
  const [more, setMore] = useState<{ of: ExploreResponse; state: ResponseState }>()
  // A page that fails or is still loading says nothing about the list of another view.
  const moreState = more?.of === loaded.response ? more.state : 'ready'
  const loadMore = async () => {
    const { request, cursor, response } = loaded
    if (cursor === null || moreState === 'loading') return
    const settle = (state: ResponseState) => setMore((now) => (now?.of === response ? { of: response, state } : now))
    setMore({ of: response, state: 'loading' })
    try {
      const next = await fetchExploreResponse(
        { ...request, from: response.origin, cursor },
        new AbortController().signal,
      )
      setLoaded((now) =>
        now.response === response ? { ...now, more: [...now.more, ...next.view.spots], cursor: next.view.cursor } : now,
      )
      settle('ready')
    } catch {
      settle('failed')
    }
  }
  return { moreState, loadMore }
}

/**
 * Returns a new start with the further pages that were loaded, if they continue it. After each form in a profile, such
 * as that of a saved spot, the server sends the start again.
 */
export function continueLoaded(now: Loaded, start: Pick<Loaded, 'request' | 'response'>): Loaded {
  const isSame = start.response.view.cursor === now.response.view.cursor
  return isSame && now.more.length > 0 ? { ...now, ...start } : toLoaded(start)
}

function toLoaded({ request, response }: { request: ExploreRequest; response: ExploreResponse }): Loaded {
  return { request, response, more: [], cursor: response.view.cursor }
}
