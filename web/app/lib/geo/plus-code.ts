import type { Point } from './point.ts'

const ALPHABET = '23456789CFGHJMPQRVWX'
const SEPARATOR_POSITION = 8
const PAIRS_LENGTH = 10
const GRID_COLUMNS = 4
const GRID_ROWS = 5
/** Degrees of the first pair of digits. */
const FIRST_STEP = 20
const CODE = /^([23456789CFGHJMPQRVWX]{2,8})(0*)\+([23456789CFGHJMPQRVWX]{0,7})$/i

/** Returns true if the text has the form of a Plus Code (Open Location Code), full or short. */
export function isPlusCode(text: string): boolean {
  const [, digits = '', padding = '', rest = ''] = CODE.exec(text) ?? []
  const length = digits.length + padding.length
  return digits !== '' && length <= SEPARATOR_POSITION && length % 2 === 0 && rest.length !== 1 && !(padding && rest)
}

/**
 * Returns the middle of a full Plus Code such as `8FQ8385R+2X`. A short one such as `385R+2X` is read as the place
 * nearest to the given one. Returns undefined for a short code without a place nearby.
 */
export function decodePlusCode(text: string, near?: Point): Point | undefined {
  const [before = '', after = ''] = text.toUpperCase().split('+')
  if (before.length === SEPARATOR_POSITION) return decode(before.replace(/0+$/, '') + after)
  if (!near) return undefined
  const missing = SEPARATOR_POSITION - before.length
  const step = FIRST_STEP / 20 ** (missing / 2 - 1)
  const code = encodeStart(near, missing) + before + after
  const found = decode(code)
  return {
    lat: nearest(found.lat, near.lat, step, 90),
    lng: nearest(found.lng, near.lng, step, 180),
  }
}

function decode(digits: string): Point {
  let [lat, lng] = [-90, -180]
  let [height, width] = [FIRST_STEP * 20, FIRST_STEP * 20]
  for (let i = 0; i < Math.min(digits.length, PAIRS_LENGTH); i += 2) {
    height /= 20
    width /= 20
    lat += ALPHABET.indexOf(digits[i] ?? '2') * height
    lng += ALPHABET.indexOf(digits[i + 1] ?? '2') * width
  }
  for (const digit of digits.slice(PAIRS_LENGTH)) {
    height /= GRID_ROWS
    width /= GRID_COLUMNS
    lat += Math.floor(ALPHABET.indexOf(digit) / GRID_COLUMNS) * height
    lng += (ALPHABET.indexOf(digit) % GRID_COLUMNS) * width
  }
  return { lat: lat + height / 2, lng: lng + width / 2 }
}

/** Returns the first digits of the code of a position. */
function encodeStart({ lat, lng }: Point, length: number): string {
  let [restLat, restLng] = [Math.min(lat, 89.9999999) + 90, (((lng + 180) % 360) + 360) % 360]
  let step = FIRST_STEP
  let code = ''
  for (let i = 0; i < length; i += 2) {
    code += (ALPHABET[Math.floor(restLat / step)] ?? '2') + (ALPHABET[Math.floor(restLng / step)] ?? '2')
    restLat %= step
    restLng %= step
    step /= 20
  }
  return code
}

/** Moves a coordinate by one step if it is more than half a step away from the other. */
function nearest(found: number, near: number, step: number, limit: number): number {
  const moved = found - Math.round((found - near) / step) * step
  return Math.abs(moved) <= limit ? moved : found
}
