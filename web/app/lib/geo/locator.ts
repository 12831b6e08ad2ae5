import type { Point } from './point.ts'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWX'
const locatorPattern = /^[A-R]{2}[0-9]{2}[A-X]{2}$/

/**
 * Returns the Maidenhead locator of six characters, which names our sheets. Its cells are 20°×10°, then 2°×1°, then
 * 5′×2.5′.
 */
export function toLocator({ lng, lat }: Point): string {
  // Longitude 180 and the pole belong to the last cell.
  const cellX = Math.min(Math.floor((lng + 180) * 12), 360 * 12 - 1)
  const cellY = Math.min(Math.floor((lat + 90) * 24), 180 * 24 - 1)
  const field = letter(cellX / 240) + letter(cellY / 240)
  const square = `${Math.floor((cellX % 240) / 24)}${Math.floor((cellY % 240) / 24)}`
  return field + square + letter(cellX % 24) + letter(cellY % 24)
}

export type Bounds = { west: number; south: number; east: number; north: number }

/** Returns the bounds of a sheet in degrees, or null for an invalid locator. Letter case does not matter. */
export function findLocatorBounds(locator: string): Bounds | null {
  const text = locator.toUpperCase()
  if (!locatorPattern.test(text)) return null
  const west = cell(text, 0) / 12 - 180
  const south = cell(text, 1) / 24 - 90
  return { west, south, east: west + 1 / 12, north: south + 1 / 24 }
}

function letter(index: number): string {
  return letters.charAt(Math.floor(index))
}

function cell(text: string, axis: 0 | 1): number {
  return (
    letters.indexOf(text.charAt(axis)) * 240 +
    Number(text.charAt(axis + 2)) * 24 +
    letters.indexOf(text.charAt(axis + 4))
  )
}
