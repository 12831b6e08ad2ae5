import type { Point } from '#app/lib/geo/point.ts'
import type { ComboboxOption } from '#app/ui/forms/combobox-option.ts'

/** A city or a spot that a place can be looked for by. */
export interface PlaceSuggestion extends ComboboxOption {
  group: 'Cities' | 'Spots'
  point: Point
}

/** Looks for places by what has been typed; nearby ones first. */
export type FindPlaces = (typed: string, near: Point | undefined, signal: AbortSignal) => Promise<PlaceSuggestion[]>
