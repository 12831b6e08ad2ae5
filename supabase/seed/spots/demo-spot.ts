/**
 * A well-known place for the demo. Its id on the map is derived from `key`, so that it can be found and removed again.
 */
export interface DemoSpot {
  key: string
  title: string
  category: string
  lat: number
  lng: number
  country: string
  description: string
  tags: string[]
}

/** Creates a demo spot. The position is in degrees: latitude, longitude. */
export const spot = (
  key: string,
  category: string,
  title: string,
  [lat, lng]: [number, number],
  country: string,
  description: string,
  ...tags: string[]
): DemoSpot => ({ key, title, category, lat, lng, country, description, tags })
