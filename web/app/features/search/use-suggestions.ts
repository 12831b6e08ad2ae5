import { useEffect, useState } from 'react'
import { fetchSuggestions } from './suggest-request.ts'
import type { Suggestion } from './suggestion.ts'

interface Found {
  /** The text that the suggestions are for. */
  typed: string
  suggestions: Suggestion[]
  hasFailed?: boolean
}

/** The pause in typing before a request is sent. */
const PAUSE_MS = 120

/**
 * Returns suggestions for the text typed so far. The previous ones stay until new ones arrive; outdated requests are
 * aborted. After a failure there are none, which does not mean that nothing matches.
 */
export function useSuggestions(typed: string, near: { lng: number; lat: number } | undefined) {
  const [found, setFound] = useState<Found>({ typed: '', suggestions: [] })
  const words = typed.trim()
  const isSearching = words !== ''
  const [lng, lat] = [near?.lng, near?.lat]

  useEffect(() => {
    if (!isSearching) return
    const calling = new AbortController()
    const position = lng !== undefined && lat !== undefined ? { near: { lng, lat } } : {}
    const timer = setTimeout(() => {
      fetchSuggestions({ typed: words, ...position }, calling.signal)
        .then((suggestions) => setFound({ typed: words, suggestions }))
        // Suggestions are optional: without them the form can still be submitted.
        .catch(() => calling.signal.aborted || setFound({ typed: words, suggestions: [], hasFailed: true }))
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      calling.abort()
    }
  }, [words, isSearching, lng, lat])

  if (!isSearching) return { suggestions: [], isLoading: false, hasFailed: false }
  const isLoading = found.typed !== words
  return { suggestions: found.suggestions, isLoading, hasFailed: !isLoading && found.hasFailed === true }
}
