import { useRef, useState } from 'react'
import { parsePosition } from '#app/lib/geo/parse-position.ts'
import type { Point } from '#app/lib/geo/point.ts'
import type { ComboboxGroup } from '#app/ui/forms/choices/combobox-option.ts'
import type { FindPlaces, FoundPlaces, PlaceSuggestion } from './place-suggestion.ts'

const TYPING_PAUSE_MS = 180
const NOTHING: FoundPlaces = { places: [], attribution: '' }

/** Suggests places while the user types, unless the text is already a position. Outdated responses are dropped. */
export function usePlaceSearch(findPlaces: FindPlaces | undefined) {
  const [found, setFound] = useState<FoundPlaces>(NOTHING)
  const [isLooking, setIsLooking] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)
  const requested = useRef<AbortController>(undefined)

  const look = async (typed: string, near: Point | undefined, signal: AbortSignal) => {
    await new Promise((resolve) => setTimeout(resolve, TYPING_PAUSE_MS))
    if (signal.aborted || !findPlaces) return
    // Without a network there are no suggestions, but typed positions still work.
    const places = await findPlaces(typed, near, signal).catch(() => undefined)
    if (signal.aborted) return
    setFound(places ?? NOTHING)
    setHasFailed(places === undefined)
    setIsLooking(false)
  }
  const lookFor = (typed: string, near: Point | undefined) => {
    requested.current?.abort()
    const isWords = typed.trim().length > 1 && parsePosition(typed).kind === 'none'
    setIsLooking(isWords && findPlaces !== undefined)
    setHasFailed(false)
    if (!isWords) return setFound(NOTHING)
    requested.current = new AbortController()
    void look(typed, near, requested.current.signal)
  }
  return { groups: toGroups(found.places), attribution: found.attribution, isLooking, hasFailed, lookFor }
}

function toGroups(found: PlaceSuggestion[]): ComboboxGroup<PlaceSuggestion>[] {
  return (['Addresses', 'Cities', 'Spots'] as const).map((label) => ({
    label,
    options: found.filter(({ group }) => group === label),
  }))
}
