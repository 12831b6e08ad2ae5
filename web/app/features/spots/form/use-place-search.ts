import { useRef, useState } from 'react'
import { parsePosition } from '#app/lib/geo/parse-position.ts'
import type { Point } from '#app/lib/geo/point.ts'
import type { ComboboxGroup } from '#app/ui/forms/combobox-option.ts'
import type { FindPlaces, PlaceSuggestion } from './place-suggestion.ts'

const TYPING_PAUSE_MS = 180

/** Suggests places while the user types, unless the text is already a position. Outdated replies are dropped. */
export function usePlaceSearch(findPlaces: FindPlaces | undefined) {
  const [found, setFound] = useState<PlaceSuggestion[]>([])
  const [isLooking, setIsLooking] = useState(false)
  const requested = useRef<AbortController>(undefined)

  const look = async (typed: string, near: Point | undefined, signal: AbortSignal) => {
    await new Promise((resolve) => setTimeout(resolve, TYPING_PAUSE_MS))
    if (signal.aborted || !findPlaces) return
    // Without a network there are no suggestions, but typed positions still work.
    const places = await findPlaces(typed, near, signal).catch(() => [])
    if (signal.aborted) return
    setFound(places)
    setIsLooking(false)
  }
  const lookFor = (typed: string, near: Point | undefined) => {
    requested.current?.abort()
    const isWords = typed.trim().length > 1 && parsePosition(typed).kind === 'none'
    setIsLooking(isWords && findPlaces !== undefined)
    if (!isWords) return setFound([])
    requested.current = new AbortController()
    void look(typed, near, requested.current.signal)
  }
  return { groups: toGroups(found), isLooking, lookFor }
}

function toGroups(found: PlaceSuggestion[]): ComboboxGroup<PlaceSuggestion>[] {
  return (['Cities', 'Spots'] as const).map((label) => ({
    label,
    options: found.filter(({ group }) => group === label),
  }))
}
