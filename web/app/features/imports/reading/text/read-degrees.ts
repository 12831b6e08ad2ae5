import { toPlainNumbers } from '#app/lib/geo/parse-position.ts'

const OTHER_SIGNS: [RegExp, string][] = [
  [/[−–—]/g, '-'],
  [/[º˚]|\bdeg\b/gi, '°'],
  [/[′’‘ʹ´`]/g, "'"],
  [/''|[″”“ʺ]/g, '"'],
]
const ALLOWED = /^[NSEW]?\s*[+-]?[\d.]+(?:e[+-]?\d+)?(?:\s*[°'":\s]\s*[\d.]+){0,2}\s*[°'"]?\s*[NSEW]?$/i

/**
 * Parses one latitude or longitude: decimal degrees with a point or comma, degrees with minutes and seconds, with
 * letters or signs. Undefined if the text is not a coordinate.
 */
export function readDegrees(text: string): number | undefined {
  const trimmed = toPlainNumbers(text).trim()
  const plain = OTHER_SIGNS.reduce((changed, [sign, plainSign]) => changed.replace(sign, plainSign), trimmed)
    .replace(/(\d),(\d)/g, '$1.$2')
    .toUpperCase()
  if (plain.length === 0 || plain.length > 60) return undefined
  if (/^[+-]?(?:\d+\.?\d*|\.\d+)(?:E[+-]?\d{1,3})?$/.test(plain)) return Number(plain)
  if (!ALLOWED.test(plain)) return undefined
  const letters = plain.match(/[NSEW]/g) ?? []
  const [degrees, minutes = 0, seconds = 0] = (plain.match(/[\d.]+/g) ?? []).map(Number)
  if (degrees === undefined || letters.length > 1 || minutes >= 60 || seconds >= 60) return undefined
  const size = degrees + minutes / 60 + seconds / 3600
  if (!Number.isFinite(size)) return undefined
  return plain.includes('-') || /[SW]/.test(letters[0] ?? '') ? -size : size
}

/** Returns the point, or the reason why the two numbers are not a position. */
export function toPoint(
  lat: number | undefined,
  lng: number | undefined,
): { point: { lng: number; lat: number } } | { reason: string } {
  if (lat === undefined || lng === undefined || !Number.isFinite(lat) || !Number.isFinite(lng)) {
    return { reason: 'The position is not a number.' }
  }
  if (Math.abs(lat) > 90 || Math.abs(lng) > 180) {
    return { reason: `The position is out of range: ${shortNumber(lat)}, ${shortNumber(lng)}.` }
  }
  // Seven decimals are a centimetre. The rest is rounding error.
  return { point: { lng: Number(lng.toFixed(7)), lat: Number(lat.toFixed(7)) } }
}

function shortNumber(value: number): string {
  return String(Number(value.toPrecision(8)))
}
