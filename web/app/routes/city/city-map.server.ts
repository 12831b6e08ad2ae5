import { fitPoints } from '#app/features/map/fit-points.ts'
import type { LngLat, MapView } from '#app/features/map/map-view.ts'
import { getStaticMap, type StaticMapData } from '#app/features/map/static/static-map.server.ts'
import { distanceMeters } from '#app/lib/geo/distance.ts'
import type { CityPage } from './city-page.ts'

const WIDE = { width: 784, height: 440, paddingPx: 56 }
/** Phones get their own static map, because markers and labels do not shrink. */
const NARROW = { width: 358, height: 280, paddingPx: 36 }
/** Spots beyond this distance belong to the city, but would shrink it to a dot on the map. */
const CITY_METERS = 9000
const CLOSEST_ZOOM = 12.4
/** The extent of the map for a city without spots. */
const EMPTY_ZOOM = 10.4

/** The static maps at the top of a city page, for wide screens and for phones, with a marker for each spot shown. */
export interface CityMaps {
  wide: StaticMapData
  narrow: StaticMapData
}

/** Returns static maps that fit the best spots of a city and its centre. */
export async function getCityMaps({ city, best }: Pick<CityPage, 'city' | 'best'>): Promise<CityMaps> {
  const near = best.filter((spot) => distanceMeters(spot, city) <= CITY_METERS)
  const draw = (size: typeof WIDE) => getStaticMap(toView(city, near, size), near)
  const [wide, narrow] = await Promise.all([draw(WIDE), draw(NARROW)])
  return { wide, narrow }
}

function toView(city: LngLat, spots: LngLat[], { width, height, paddingPx }: typeof WIDE): MapView {
  if (spots.length === 0) return { center: city, zoom: EMPTY_ZOOM, width, height }
  return fitPoints([city, ...spots], { width, height, paddingPx, maxZoom: CLOSEST_ZOOM })
}
