import type { Point } from './point.ts'
import { fromUtm } from './utm.ts'

const BANDS = 'CDEFGHJKLMNPQRSTUVWX'
const COLUMNS = ['STUVWXYZ', 'ABCDEFGH', 'JKLMNPQR']
const ROWS = 'ABCDEFGHJKLMNPQRSTUV'
const SQUARE_METERS = 100_000
/** The letters of the rows repeat after this many metres. */
const CYCLE_METERS = 2_000_000
const MGRS = /^(\d{1,2})\s*([C-HJ-NP-X])\s*([A-HJ-NP-Z])([A-HJ-NP-V])\s*(\d{1,5})\s+(\d{1,5})$/i
const MGRS_TOGETHER = /^(\d{1,2})\s*([C-HJ-NP-X])\s*([A-HJ-NP-Z])([A-HJ-NP-V])\s*((?:\d{2}){1,5})$/i
const UTM =
  /^(?:UTM\s*)?(\d{1,2})\s*([C-HJ-NP-X])\s*[,;]?\s*(\d{6}(?:\.\d+)?)\s*(?:m?E)?\s*[,;]?\s+(\d{5,8}(?:\.\d+)?)\s*(?:m?N)?$/i

/** Returns true if the text has the form of a reference of the Military Grid Reference System or of UTM. */
export function isGridReference(text: string): boolean {
  return UTM.test(text) || MGRS.test(text) || MGRS_TOGETHER.test(text)
}

/**
 * Returns the position of a UTM or MGRS reference, for MGRS the middle of the square. Undefined if there is no such
 * place.
 */
export function readGridReference(text: string): Point | undefined {
  return readUtm(text) ?? readMgrs(text)
}

function readUtm(text: string): Point | undefined {
  const [, zone, band, easting, northing] = UTM.exec(text) ?? []
  if (!zone || !band) return undefined
  return toPoint(Number(zone), band.toUpperCase(), Number(easting), Number(northing))
}

function readMgrs(text: string): Point | undefined {
  const [, zone, band, column = '', row = '', first = '', second] = MGRS.exec(text) ?? MGRS_TOGETHER.exec(text) ?? []
  if (!zone || !band) return undefined
  const half = first.length / 2
  const [east, north] = second === undefined ? [first.slice(0, half), first.slice(half)] : [first, second]
  const number = Number(zone)
  const columnIndex = COLUMNS[number % 3]?.indexOf(column.toUpperCase()) ?? -1
  const rowIndex = ROWS.indexOf(row.toUpperCase())
  if (east.length !== north.length || columnIndex < 0 || rowIndex < 0) return undefined
  const meters = SQUARE_METERS / 10 ** east.length
  const easting = (columnIndex + 1) * SQUARE_METERS + (Number(east) + 0.5) * meters
  const shifted = (rowIndex - (number % 2 === 0 ? 5 : 0) + ROWS.length) % ROWS.length
  const rest = shifted * SQUARE_METERS + (Number(north) + 0.5) * meters
  return findInBand(number, band.toUpperCase(), easting, rest)
}

/** The row letters repeat every cycle, so the latitude band decides which cycle is meant. */
function findInBand(zone: number, band: string, easting: number, rest: number): Point | undefined {
  const south = -80 + BANDS.indexOf(band) * 8
  const north = band === 'X' ? 84 : south + 8
  for (let northing = rest; northing < 10_000_000; northing += CYCLE_METERS) {
    const point = toPoint(zone, band, easting, northing)
    // A square at the edge of a band extends slightly beyond the band.
    if (point && point.lat > south - 1 && point.lat < north + 1) return point
  }
  return undefined
}

function toPoint(zone: number, band: string, easting: number, northing: number): Point | undefined {
  if (zone < 1 || zone > 60 || easting < 100_000 || easting >= 1_000_000 || northing >= 10_000_000) return undefined
  return fromUtm(zone, band >= 'N', easting, northing)
}
