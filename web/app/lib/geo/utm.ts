import type { Point } from './point.ts'

/** The ellipsoid WGS 84, and the scale and offsets of UTM. */
const RADIUS_METERS = 6_378_137
const FLATTENING = 1 / 298.257223563
const SCALE = 0.9996
const FALSE_EASTING = 500_000
const FALSE_NORTHING_SOUTH = 10_000_000

const n = FLATTENING / (2 - FLATTENING)
const MEAN_RADIUS = (RADIUS_METERS / (1 + n)) * (1 + n ** 2 / 4 + n ** 4 / 64)
const BETA = [n / 2 - (2 / 3) * n ** 2 + (37 / 96) * n ** 3, n ** 2 / 48 + n ** 3 / 15, (17 / 480) * n ** 3]
const DELTA = [2 * n - (2 / 3) * n ** 2 - 2 * n ** 3, (7 / 3) * n ** 2 - (8 / 5) * n ** 3, (56 / 15) * n ** 3]

/** Converts UTM coordinates in metres to a position, with Krüger's series: exact to a millimetre within the zone. */
export function fromUtm(zone: number, isNorth: boolean, easting: number, northing: number): Point {
  const xi = (northing - (isNorth ? 0 : FALSE_NORTHING_SOUTH)) / (SCALE * MEAN_RADIUS)
  const eta = (easting - FALSE_EASTING) / (SCALE * MEAN_RADIUS)
  const sum = (series: number[], term: (factor: number, order: number) => number) =>
    series.reduce((total, factor, index) => total + term(factor, 2 * (index + 1)), 0)
  const xi0 = xi - sum(BETA, (factor, order) => factor * Math.sin(order * xi) * Math.cosh(order * eta))
  const eta0 = eta - sum(BETA, (factor, order) => factor * Math.cos(order * xi) * Math.sinh(order * eta))
  const chi = Math.asin(Math.sin(xi0) / Math.cosh(eta0))
  const latitude = chi + sum(DELTA, (factor, order) => factor * Math.sin(order * chi))
  const longitude = Math.atan2(Math.sinh(eta0), Math.cos(xi0))
  return { lat: (latitude * 180) / Math.PI, lng: zone * 6 - 183 + (longitude * 180) / Math.PI }
}
