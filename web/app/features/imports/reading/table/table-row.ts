import { parsePosition } from '#app/lib/geo/parse-position.ts'
import { readAttribution } from '../attribution.ts'
import { addByLink, createPlace, type PlaceSource } from '../create-place.ts'
import { findLinkName } from '../link-name.ts'
import { readOwnDetails } from '../own-details.ts'
import { listPictures } from '../place-properties.ts'
import type { FileReading, TableColumns, TableField } from '../read-place.ts'
import { toLine } from '../text/plain-text.ts'
import type { toPoint } from '../text/read-degrees.ts'
import { readPair } from './table-position.ts'

/** The apostrophe before a cell that a spreadsheet would run as a formula. Our own export writes it. */
const FORMULA_GUARD = /^'(?=[=+\-@\t\r])/

const MAX_ADDRESS = 300
/** A point in the notation of databases, even without coordinates. */
const GEOMETRY = /^\s*(?:srid=|(?:multi)?point\s*[zm]{0,2}\s*(?:\(|empty))/i

/** The form of a table, which is the same for all rows. */
export interface TableForm {
  columns: TableColumns
  list: string
  /** The divisor of the coordinates. */
  scale: number
  isSwapped: boolean
  /** The indexes of columns that only our own exports have, or -1. */
  own: Record<'attribution' | 'status' | 'precision' | 'access', number>
  /** The indexes of columns whose texts are added to the description. */
  remarks: number[]
  /** The indexes of the columns of postcode, city, region and country, in this order. */
  addressParts: number[]
  /** Joins the columns of a UTM reference. */
  grid: ((row: string[]) => string) | undefined
}

/** Adds a row of a table as a place, or with the reason why it is not one. */
export function addRow(reading: FileReading, row: string[], form: TableForm): void {
  if (row.every((text) => !text.trim())) return
  const before = reading.places.length
  addContent(reading, row, form)
  const place = reading.places[before]
  if (place && !place.point) place.address = completeAddress(place.address, row, form)
}

/** Adds the city and the country, without which a place cannot be found by its address. */
function completeAddress(address: string, row: string[], { addressParts }: TableForm): string {
  const parts = addressParts.map((index) => cleanCell(row[index] ?? '')).filter(Boolean)
  const missing = parts.filter((part) => !address.toLowerCase().includes(part.toLowerCase()))
  return toLine([address, ...missing].filter(Boolean).join(', '), MAX_ADDRESS)
}

function addContent(reading: FileReading, row: string[], form: TableForm): void {
  const { columns, list, scale, isSwapped, own, remarks, grid } = form
  const cellAt = (index: number) => cleanCell(row[index] ?? '')
  const cell = (field: TableField) => cellAt(columns[field] ?? -1)
  const spare = row.filter((_, index) => !Object.values(columns).includes(index))
  const texts = [cell('description'), ...remarks.map(cellAt)].filter(Boolean)
  const source: PlaceSource = {
    title: cell('title') || findLinkName(cell('position')) || findLinkName(cell('website')),
    description: [...new Set(texts)].join('\n'),
    address: cell('address'),
    website: cell('website'),
    sourceCategory: cell('category'),
    tags: cell('tags').split(/[,;]/),
    list: cell('list') || list,
    pictures: spare.flatMap(listPictures),
    attribution: readAttribution(cellAt(own.attribution)),
    details: readOwnDetails(cell('category'), {
      ...{ status: cellAt(own.status), precision: cellAt(own.precision), access: cellAt(own.access) },
    }),
  }
  if (list) addSaved(reading, source)
  else if (grid) addText(reading, source, grid(row))
  else if (columns.lat !== undefined && columns.lng !== undefined) {
    if (!cell('lat') && !cell('lng')) addUnplaced(reading, source)
    else addPosition(reading, source, readPair(cell('lat'), cell('lng'), { scale, isSwapped }))
  } else if (columns.position !== undefined) addText(reading, source, cell('position'))
  else if (cell('website')) addSaved(reading, source)
  else if (source.title || source.address) reading.places.push(createPlace(source, null))
}

/**
 * Removes the apostrophe that guards formulas, and quotation marks that were not parsed because of a space before them.
 */
function cleanCell(text: string): string {
  return text
    .trim()
    .replace(FORMULA_GUARD, '')
    .replace(/^"([^"]*)"?$/, '$1')
}

/** Adds a row without any position. The member has to place a pin for it. */
function addUnplaced(reading: FileReading, source: PlaceSource): void {
  if (source.title || source.address) reading.places.push(createPlace(source, null))
  else reading.unreadable.push({ title: '', reason: 'There is neither a name nor a position.' })
}

function addText(reading: FileReading, source: PlaceSource, text: string): void {
  if (/^\s*(?:srid=\d+;)?(?:multi)?(?:linestring|polygon|multipoint)/i.test(text)) {
    reading.otherCount += 1
    return
  }
  if (!text) {
    addUnplaced(reading, source)
    return
  }
  const position = parsePosition(text)
  // A short link has no position, but the place may be found by its name.
  if (position.kind === 'rejected' && /^https?:/i.test(text) && source.title) {
    reading.places.push(createPlace(source, null))
    return
  }
  // A column such as "Location" may contain addresses.
  if (position.kind === 'none' && source.title && /\p{L}{2}/u.test(text) && !GEOMETRY.test(text)) {
    reading.places.push(createPlace({ ...source, address: source.address || text }, null))
    return
  }
  if (position.kind === 'point') addPosition(reading, source, { point: position.point })
  else
    addPosition(reading, source, {
      reason: position.kind === 'rejected' ? position.reason : 'The position cannot be read.',
    })
}

function addPosition(reading: FileReading, source: PlaceSource, position: ReturnType<typeof toPoint>): void {
  if ('point' in position) reading.places.push(createPlace(source, position.point))
  else reading.unreadable.push({ title: source.title ?? '', reason: position.reason })
}

/** Adds a row of a Google list. Films, books and web pages are saved there too. */
function addSaved(reading: FileReading, source: PlaceSource): void {
  const link = source.website ?? ''
  const isMap = /^https?:\/\/(?:maps\.|[^/]*\/maps|goo\.gl\/maps|maps\.app)/i.test(link) || /[?&]cid=/.test(link)
  if (link && !isMap && reading.format === 'Google list') {
    reading.otherCount += 1
    return
  }
  const isUnnamed = /^dropped pin$/i.test(source.title ?? '')
  addByLink(reading, { ...source, title: isUnnamed ? '' : (source.title ?? ''), website: isMap ? '' : link }, link)
}
