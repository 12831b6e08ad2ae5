import { useEffect, useState } from 'react'
import type { Suggestion } from './suggest-query.ts'
import { fetchSuggestions } from './suggest-request.ts'

/** A pause in typing after which it is worth asking. */
const PAUSE_MS = 120
const LEAST_LETTERS = 2

/** Suggestions for what has been typed. Old ones stay until new ones are there; calls that are overtaken are given up. */
export function useSuggestions(typed: string, near: { lng: number; lat: number } | undefined) {
  const [found, setFound] = useState<{ typed: string; suggestions: Suggestion[] }>({ typed: '', suggestions: [] })
  const words = typed.trim()
  const isAsked = words.length >= LEAST_LETTERS
  const [lng, lat] = [near?.lng, near?.lat]

  useEffect(() => {
    if (!isAsked) return
    const calling = new AbortController()
    const position = lng !== undefined && lat !== undefined ? { near: { lng, lat } } : {}
    const timer = setTimeout(() => {
      fetchSuggestions({ typed: words, ...position }, calling.signal)
        .then((suggestions) => setFound({ typed: words, suggestions }))
        // Suggestions are a help, not the search: without them the words still can be sent.
        .catch(() => calling.signal.aborted || setFound({ typed: words, suggestions: [] }))
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      calling.abort()
    }
  }, [words, isAsked, lng, lat])

  if (!isAsked) return { suggestions: [], isLoading: false }
  return { suggestions: found.suggestions, isLoading: found.typed !== words }
}
