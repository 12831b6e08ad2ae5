import { toAsciiDigits } from '../to-ascii-digits.ts'
import { isGridReference, readGridReference } from './grid-reference.ts'
import { findLinkPosition, readLink } from './map-link.ts'
import { decodePlusCode, isPlusCode } from './plus-code.ts'
import type { Point } from './point.ts'

/** The result of reading a text as a position: a point, a reason why it cannot be read, or none. */
export type PositionReading = { kind: 'point'; point: Point } | { kind: 'rejected'; reason: string } | { kind: 'none' }

const NONE: PositionReading = { kind: 'none' }
/** The reason for a coordinate with the letter O, which is "Ost" in German and "Ouest" in French. */
export const AMBIGUOUS_LETTER = '“O” is east in some languages and west in others. Please write E or W.'
const THREE_WORDS = /^(?:\/{3})?\p{L}{2,}(?:[.。・]\p{L}{2,}){2}$/u
const URL_IN_TEXT = /(?:https?:\/\/|\bgeo:|\bom:)\S*/i

/**
 * Parses a position in any common format: decimal degrees, degrees with minutes and seconds, with letters or signs,
 * with decimal commas, UTM and MGRS, full Plus Codes, `geo:` URIs, and links of well-known maps. Pure; makes no
 * requests.
 */
export function parsePosition(text: string): PositionReading {
  // Must run before Unicode normalisation, which turns the ordinal sign into "o". People use it as a degree sign.
  const trimmed = toPlainNumbers(text.replaceAll('º', '°')).normalize('NFKC').trim()
  const written = readWellKnown(trimmed)
  if (written) return written
  const link = URL_IN_TEXT.exec(trimmed)?.[0] ?? asLink(trimmed)
  if (link) return parseLink(link)
  if (THREE_WORDS.test(trimmed)) {
    return reject('Three-word addresses cannot be read here. Open them in their own app and copy the coordinates.')
  }
  if (isGridReference(trimmed)) {
    const point = readGridReference(trimmed)
    return point ? toReading(point.lat, point.lng) : reject('There is no such grid reference. Please check it.')
  }
  if (isPlusCode(trimmed)) {
    // A short code needs a place nearby. The search for places finds it.
    const point = decodePlusCode(trimmed)
    return point ? toReading(point.lat, point.lng) : NONE
  }
  return parseCoordinates(trimmed)
}

const NUMBER = String.raw`([+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?)`
/** `POINT Z (7.7 45.1 240)` and `{"type":"Point","coordinates":[7.7,45.1]}`, as databases export positions. */
const WELL_KNOWN = [
  new RegExp(
    String.raw`^(?:srid=4326;)?\s*point\s*(?:zm?|m)?\s*\(\s*${NUMBER}\s+${NUMBER}(?:\s+${NUMBER}){0,2}\s*\)$`,
    'i',
  ),
  new RegExp(String.raw`^\{.{0,200}"coordinates"\s*:\s*\[\s*${NUMBER}\s*,\s*${NUMBER}\s*[\],]`, 'i'),
]

function readWellKnown(text: string): PositionReading | undefined {
  const [, lng, lat] = WELL_KNOWN.map((pattern) => pattern.exec(text)).find((match) => match) ?? []
  return lng === undefined || lat === undefined ? undefined : toReading(Number(lat), Number(lng))
}

/** A link copied without its scheme, such as "www.google.com/maps/@45,7,15z". */
function asLink(text: string): string | undefined {
  return /^(?:[a-z0-9-]+\.)+[a-z]{2,}\/\S*$/i.test(text) ? `https://${text}` : undefined
}

function parseLink(text: string): PositionReading {
  const link = readLink(text)
  if (link.rejection !== undefined) return reject(link.rejection)
  const found = findLinkPosition(link.url)
  if (!found) return reject('There is no position in this link. Open it and copy the coordinates from the map.')
  return typeof found === 'string' ? parseCoordinates(found) : toReading(found.lat, found.lng)
}

/** Marks of the writing direction and other characters without width, which copied coordinates often begin with. */
const INVISIBLE = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g

/** Replaces the digits and separators of Arabic and Persian keyboards, and removes invisible characters. */
export function toPlainNumbers(text: string): string {
  return toAsciiDigits(text.replace(INVISIBLE, '')).replaceAll('\u066b', '.').replaceAll('\u060c', ',')
}

const OTHER_SIGNS: [RegExp, string][] = [
  [/''|[″”“ʺ]/g, '"'],
  [/[′’‘ʹ´`]/g, "'"],
  [/˚|\bdeg\b/gi, '°'],
  [/[−–—]/g, '-'],
  [/[()[\]{}]/g, ' '],
]
const LABELS = /\b(lat(?:itude)?|lon(?:gitude)?|lng|long)\b"?\s*[:=]?/gi
const DECIMAL_COMMA_BEFORE_A_UNIT = /(?<![\d.])(\d+),(\d+)(?=\s*[°'"])/g
/** Minutes without a sign, as in "N 45° 3,533 E 7° 42,317". A number before a degree sign is not part of the minutes. */
const DECIMAL_COMMA_OF_MINUTES = /(?<=°\s*)(\d{1,2}),(\d+)(?!\d*\s*°)/g
const TWO_DECIMAL_COMMAS = /^([^\d,]*\d+),(\d+)([^\d,]*[,;/\s][^\d,]*)(\d+),(\d+)([^\d,]*)$/
const TOKEN = /[NSEW]|[+-]?\d+(?:\.\d+)?|[°'":,;/\s]/gy

/**
 * Formats such as "45°03′32″N 7°42′19″E", "45.0589, 7.7052", "45,0589 7,7052", "N 45° 3.53′ E 7° 42.3′" and "POINT(7.7
 * 45.1)".
 */
function parseCoordinates(text: string): PositionReading {
  const isLongitudeFirst = /^\s*(?:srid=4326;)?point\b|^[\s({["]*(?:lon|lng)/i.test(text)
  const plain = unifySigns(text.replace(/^\s*(?:srid=4326;)?point\b/i, ''))
  if (/\d\s?O\b|\bO\s?\d/.test(plain)) {
    return reject(AMBIGUOUS_LETTER)
  }
  const tokens = plain.match(TOKEN) ?? []
  if (tokens.join('').length !== plain.length) return NONE
  const halves = splitHalves(tokens)
  if (!halves) return NONE
  const [first, second] = halves
  const [a, b] = [toDegrees(first), toDegrees(second)]
  if (a === undefined || b === undefined) return NONE
  if (isLongitudeFirst || isEastWest(first.letter) || isNorthSouth(second.letter)) return toReading(b, a)
  const isSwapped = !first.letter && Math.abs(a) > 90 && Math.abs(b) <= 90
  return isSwapped ? toReading(b, a) : toReading(a, b)
}

function unifySigns(text: string): string {
  const unified = OTHER_SIGNS.reduce((changed, [sign, plain]) => changed.replace(sign, plain), text)
  return unified
    .replace(LABELS, ' ')
    .replace(/^\s*"|"\s*$(?<!\d\s*")/g, ' ')
    .toUpperCase()
    .replace(/\bNORTH\b/g, 'N')
    .replace(/\bSOUTH\b/g, 'S')
    .replace(/\bEAST\b/g, 'E')
    .replace(/\bWEST\b/g, 'W')
    .replace(DECIMAL_COMMA_BEFORE_A_UNIT, '$1.$2')
    .replace(DECIMAL_COMMA_OF_MINUTES, '$1.$2')
    .replace(TWO_DECIMAL_COMMAS, (all, a, b, between, c, d, rest) =>
      all.includes('.') ? all : `${a}.${b}${between}${c}.${d}${rest}`,
    )
}

interface Half {
  letter: string | undefined
  numbers: string[]
}

/** Splits a pair into its halves: by letters, else by the count of numbers. */
function splitHalves(tokens: string[]): [Half, Half] | undefined {
  const solid = tokens.filter((token) => /[NSEW\d]/.test(token))
  const letters = solid.filter((token) => /[NSEW]/.test(token))
  const numbers = solid.filter((token) => /\d/.test(token))
  if (letters.length === 0) {
    const isMarked = tokens.some((token) => /[°':]/.test(token))
    if (numbers.length !== 2 && numbers.length !== 6 && !(numbers.length === 4 && isMarked)) return undefined
    const middle = numbers.length / 2
    return [
      { letter: undefined, numbers: numbers.slice(0, middle) },
      { letter: undefined, numbers: numbers.slice(middle) },
    ]
  }
  const [one, two] = letters
  if (letters.length !== 2 || !one || !two || isNorthSouth(one) === isNorthSouth(two)) return undefined
  const isLeading = solid[0] === one
  const cut = isLeading ? solid.lastIndexOf(two) : solid.indexOf(one)
  const [before, after] = [solid.slice(0, cut), solid.slice(cut + 1)]
  const onlyNumbers = (part: string[]) => part.filter((token) => /\d/.test(token))
  return [
    { letter: one, numbers: onlyNumbers(before) },
    { letter: two, numbers: onlyNumbers(after) },
  ]
}

function toDegrees({ letter, numbers }: Half): number | undefined {
  const [degrees, ...parts] = numbers
  if (degrees === undefined || parts.length > 2) return undefined
  const isSigned = /^[+-]/.test(degrees)
  if ((isSigned && letter) || parts.some((part) => /^[+-]/.test(part) || Number(part) >= 60)) return undefined
  if (numbers.slice(0, -1).some((part) => part.includes('.'))) return undefined
  const [minutes = 0, seconds = 0] = parts.map(Number)
  const size = Math.abs(Number(degrees)) + minutes / 60 + seconds / 3600
  return degrees.startsWith('-') || letter === 'S' || letter === 'W' ? -size : size
}

function isNorthSouth(letter: string | undefined): boolean {
  return letter === 'N' || letter === 'S'
}

function isEastWest(letter: string | undefined): boolean {
  return letter === 'E' || letter === 'W'
}

function toReading(lat: number, lng: number): PositionReading {
  if (!(Math.abs(lat) <= 90)) return reject('Latitudes go up to 90 degrees. Please check the numbers.')
  if (!(Math.abs(lng) <= 180)) return reject('Longitudes go up to 180 degrees. Please check the numbers.')
  // Seven decimals are a centimetre. The rest is rounding error.
  const round = (degrees: number) => Number(degrees.toFixed(7))
  return { kind: 'point', point: { lng: round(lng), lat: round(lat) } }
}

function reject(reason: string): PositionReading {
  return { kind: 'rejected', reason }
}
