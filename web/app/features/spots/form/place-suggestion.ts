import type { Point } from '#app/lib/geo/point.ts'
import type { ComboboxOption } from '#app/ui/forms/combobox-option.ts'

/** A city or a spot suggested for a place name. */
export interface PlaceSuggestion extends ComboboxOption {
  group: 'Cities' | 'Spots'
  point: Point
}

/** Finds places by the typed text; nearby ones first. */
export type FindPlaces = (typed: string, near: Point | undefined, signal: AbortSignal) => Promise<PlaceSuggestion[]>
