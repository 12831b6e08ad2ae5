import { parsePosition } from '#app/lib/geo/parse-position.ts'
import { readAttribution } from '../attribution.ts'
import { addByLink, createPlace, type PlaceSource } from '../create-place.ts'
import { listPictures } from '../place-properties.ts'
import {
  createReading,
  type FileReading,
  type TableColumns,
  type TableField,
  UnreadableFileError,
} from '../read-place.ts'
import { toPlainKey } from '../text/property-bag.ts'
import type { toPoint } from '../text/read-degrees.ts'
import { findGridColumns } from './grid-columns.ts'
import { parseTable } from './parse-table.ts'
import { findScale, isSwappedTable, readPair } from './table-position.ts'

const SAMPLE_ROWS = 5
/** The apostrophe before a cell that a spreadsheet would run as a formula. Our own export writes it. */
const FORMULA_GUARD = /^'(?=[=+\-@\t\r])/
const SWAPPED_NOTE = 'Its columns of latitude and longitude are swapped. We read them the right way round.'
const GRID_NOTE = 'It has grid coordinates instead of latitude and longitude. Export it again in degrees (WGS 84).'
const NO_COLUMNS = 'No column was recognised as a name, a position or a link. Choose the columns below.'

/**
 * Reads a table with any delimiter. The columns are guessed unless they are given. Google's saved lists are tables with
 * a title, a note and a link, and their file name is the name of the list.
 */
export function readTable(file: string, text: string, chosen?: TableColumns): FileReading {
  const { rows, headerIndex, guess } = parseTable(text)
  if (rows.length === 0) throw new UnreadableFileError('It is empty.')
  const headers = headerIndex < 0 ? (rows[0] ?? []).map((_, index) => `Column ${index + 1}`) : (rows[headerIndex] ?? [])
  const body = rows.slice(headerIndex + 1)
  const isGoogle = isGoogleList(headers, body)
  const attribution = headerIndex < 0 ? -1 : headers.findIndex((header) => toPlainKey(header) === 'attribution')
  const columns = chosen ?? (isGoogle ? { ...guess, ...GOOGLE_COLUMNS } : guess)
  const reading = createReading(file, 'Table (CSV)')
  reading.table = { headers, sample: body.slice(0, SAMPLE_ROWS), columns }
  if (isGoogle) reading.format = 'Google list'
  const list = isGoogle ? file.replace(/^.*\//, '').replace(/\.csv$/i, '') : ''
  const scale = findScale(headers, columns)
  const isSwapped = isSwappedTable(body, columns, scale)
  if (isSwapped) reading.notes.push(SWAPPED_NOTE)
  const grid = chosen ? undefined : findGridColumns(headers)
  for (const row of body) addRow(reading, { row, columns, list, scale, isSwapped, attribution, grid })
  describeTrouble(reading, headers, columns)
  return reading
}

/** Google's columns have the same order in every language. */
const GOOGLE_COLUMNS: TableColumns = { title: 0, description: 1, website: 2 }
const GOOGLE_LINK = /^https?:\/\/(?:[\w-]+\.)*(?:google\.[a-z.]+|goo\.gl)\//i

/** The name of Google's third column in the languages that translate it. */
const LINK_HEADER = /url|^(?:web|nett)adresse$|^网址$|^網址$|^webadres$|^ウェブ/i

/** Google translates the names of the columns. */
function isGoogleList(headers: string[], body: string[][]): boolean {
  if (headers.join().toLowerCase().startsWith('title,note,url')) return true
  if (!LINK_HEADER.test(headers[2]?.trim() ?? '') || headers.length > 6) return false
  const links = body.map((row) => row[2]?.trim()).filter(Boolean)
  return links.filter((link) => GOOGLE_LINK.test(link ?? '')).length > links.length / 2
}

interface TableRow {
  row: string[]
  columns: TableColumns
  list: string
  /** The divisor of the coordinates. */
  scale: number
  isSwapped: boolean
  /** The index of the column with attributions, or -1. */
  attribution: number
  /** Joins the columns of a UTM reference. */
  grid: ((row: string[]) => string) | undefined
}

function addRow(reading: FileReading, { row, columns, list, scale, isSwapped, attribution, grid }: TableRow): void {
  const cell = (field: TableField) => cleanCell(row[columns[field] ?? -1] ?? '')
  if (row.every((text) => !text.trim())) return
  const spare = row.filter((_, index) => !Object.values(columns).includes(index))
  const source: PlaceSource = {
    title: cell('title'),
    description: cell('description'),
    address: cell('address'),
    website: cell('website'),
    sourceCategory: cell('category'),
    tags: cell('tags').split(/[,;]/),
    list: cell('list') || list,
    pictures: spare.flatMap(listPictures),
    attribution: readAttribution(cleanCell(row[attribution] ?? '')),
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

function describeTrouble(reading: FileReading, headers: string[], columns: TableColumns): void {
  if (headers.some((header) => /utm|easting/i.test(header)) && reading.places.every(({ point }) => !point)) {
    reading.notes.push(GRID_NOTE)
    reading.unreadable.push(
      ...reading.places.map(({ title }) => ({ title, reason: 'Grid coordinates cannot be read.' })),
    )
    reading.places = []
  } else if (Object.keys(columns).length === 0) reading.notes.push(NO_COLUMNS)
  else if (reading.places.length === 0 && reading.otherCount > 0) {
    reading.notes.push('It has saved films, books or web pages, but no places.')
  }
}
