import { formatNumber } from '../format/numbers.ts'
import { type Point, toRadians } from './point.ts'

const earthRadiusMeters = 6_371_008.8

/**
 * Returns the distance in metres between two points along the great circle, on a sphere of the earth's mean radius
 * (error at most 0.6 %).
 */
export function distanceMeters(from: Point, to: Point): number {
  const halfLat = Math.sin(toRadians(to.lat - from.lat) / 2)
  const halfLng = Math.sin(toRadians(to.lng - from.lng) / 2)
  const chord = halfLat ** 2 + Math.cos(toRadians(from.lat)) * Math.cos(toRadians(to.lat)) * halfLng ** 2
  return 2 * earthRadiusMeters * Math.asin(Math.min(1, Math.sqrt(chord)))
}

/** Formats a distance: "65 m", "640 m", "2.4 km", "187 km", "1,204 km". */
export function formatDistance(meters: number): string {
  const { value, unit } = roundDistance(meters)
  return `${value} ${unit}`
}

/** Formats a distance in words for screen readers: "65 metres", "1 kilometre", "2.4 kilometres". */
export function formatDistanceWords(meters: number): string {
  const { value, unit } = roundDistance(meters)
  const word = unit === 'm' ? 'metre' : 'kilometre'
  return `${value} ${word}${value === '1' ? '' : 's'}`
}

function roundDistance(meters: number): { value: string; unit: 'm' | 'km' } {
  if (meters < 100) return { value: String(Math.round(meters)), unit: 'm' }
  if (meters < 995) return { value: String(Math.round(meters / 10) * 10), unit: 'm' }
  const kilometres = meters / 1000
  const rounded = kilometres < 9.95 ? Math.round(kilometres * 10) / 10 : Math.round(kilometres)
  return { value: formatNumber(rounded), unit: 'km' }
}
