import type { Point } from './point.ts'

/** Formats a position in degrees, minutes and whole seconds: "45°04′04″N 7°41′49″E". */
export function formatDms({ lng, lat }: Point): string {
  return `${sexagesimal(lat, 'N', 'S')} ${sexagesimal(lng, 'E', 'W')}`
}

/** Formats a position with four decimals, about eleven metres: "45.0678° N 7.6969° E". */
export function formatDegrees({ lng, lat }: Point): string {
  return `${decimal(lat, 'N', 'S')} ${decimal(lng, 'E', 'W')}`
}

function sexagesimal(degrees: number, positive: string, negative: string): string {
  // Rounds the total once: rounding minutes and seconds separately can give 60″.
  const seconds = Math.round(Math.abs(degrees) * 3600)
  const minutes = Math.floor(seconds / 60)
  return `${Math.floor(minutes / 60)}°${twoDigits(minutes % 60)}′${twoDigits(seconds % 60)}″${side(degrees, seconds, positive, negative)}`
}

function decimal(degrees: number, positive: string, negative: string): string {
  const text = Math.abs(degrees).toFixed(4)
  return `${text}° ${side(degrees, Number(text), positive, negative)}`
}

function side(degrees: number, shown: number, positive: string, negative: string): string {
  return degrees < 0 && shown > 0 ? negative : positive
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
