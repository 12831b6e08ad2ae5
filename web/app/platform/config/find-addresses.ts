import type { Point } from '#app/lib/geo/point.ts'

/** An address or street that the site's geocoder or its street map found. */
export interface FoundAddress extends Point {
  title: string
  /** The surroundings, such as district and city; may be empty. */
  context: string
}

/** The results of a search for addresses, with their attribution. */
export interface AddressResponse {
  places: FoundAddress[]
  attribution: string
}

/**
 * Searches for addresses by text, near a position if one is given. Returns undefined when the search is not available
 * at the moment.
 */
export type FindAddresses = (
  typed: string,
  near: Point | undefined,
  language: string | undefined,
) => Promise<AddressResponse | undefined>
