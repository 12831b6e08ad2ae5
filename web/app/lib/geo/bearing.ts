import { distanceMeters, formatDistance, formatDistanceWords } from './distance.ts'
import { type Point, toRadians } from './point.ts'

const winds = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] as const

export type Wind = (typeof winds)[number]

const windNames: Record<Wind, string> = {
  N: 'north',
  NE: 'north-east',
  E: 'east',
  SE: 'south-east',
  S: 'south',
  SW: 'south-west',
  W: 'west',
  NW: 'north-west',
}

/** Returns the initial bearing from `from` to `to`: degrees clockwise from north, 0 up to 360. */
export function bearingDegrees(from: Point, to: Point): number {
  const span = toRadians(to.lng - from.lng)
  const y = Math.sin(span) * Math.cos(toRadians(to.lat))
  const x =
    Math.cos(toRadians(from.lat)) * Math.sin(toRadians(to.lat)) -
    Math.sin(toRadians(from.lat)) * Math.cos(toRadians(to.lat)) * Math.cos(span)
  return ((Math.atan2(y, x) * 180) / Math.PI + 360) % 360
}

/** Returns the nearest of the eight compass directions. */
export function toWind(degrees: number): Wind {
  return winds[((Math.round(degrees / 45) % 8) + 8) % 8] ?? 'N'
}

export type Way = {
  meters: number
  /** Null for the same place, which has no direction. */
  degrees: number | null
  /** "2.4 km S", or "same place". */
  short: string
  /** "2.4 kilometres south of Turin", or without the name when there is none. */
  words: string
}

/** Returns the distance and direction from `from` to `to`, in figures and in words. */
export function describeWay(from: Point, to: Point, fromName?: string): Way {
  const meters = distanceMeters(from, to)
  if (meters < 0.5) {
    const words = fromName === undefined ? 'same place' : `same place as ${fromName}`
    return { meters, degrees: null, short: 'same place', words }
  }
  const degrees = bearingDegrees(from, to)
  const wind = toWind(degrees)
  const origin = fromName === undefined ? '' : ` of ${fromName}`
  return {
    meters,
    degrees,
    short: `${formatDistance(meters)} ${wind}`,
    words: `${formatDistanceWords(meters)} ${windNames[wind]}${origin}`,
  }
}
