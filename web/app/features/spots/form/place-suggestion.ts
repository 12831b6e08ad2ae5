import type { Point } from '#app/lib/geo/point.ts'
import type { ComboboxOption } from '#app/ui/forms/choices/combobox-option.ts'

/** A city, a spot or an address suggested for typed text. */
export interface PlaceSuggestion extends ComboboxOption {
  group: 'Cities' | 'Spots' | 'Addresses'
  point: Point
}

/** Suggested places, and the attribution for the addresses among them. */
export interface FoundPlaces {
  places: PlaceSuggestion[]
  attribution: string
}

/** Finds places by the typed text; nearby ones first. */
export type FindPlaces = (typed: string, near: Point | undefined, signal: AbortSignal) => Promise<FoundPlaces>
