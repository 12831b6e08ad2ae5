import Papa from 'papaparse'
import { parsePosition } from '#app/lib/geo/parse-position.ts'
import { addByLink, createPlace, type PlaceSource } from './create-place.ts'
import {
  createReading,
  type FileReading,
  type TableColumns,
  type TableField,
  UnreadableFileError,
} from './read-place.ts'
import { guessByContent, guessColumns } from './table-columns.ts'
import { readDegrees, toPoint } from './text/read-degrees.ts'

const DELIMITERS = [',', ';', '\t', '|']
/** Lines before the header, such as the description of a Google list. */
const HEADER_WITHIN = 12
const SAMPLE_ROWS = 5
/** The apostrophe before a cell that a spreadsheet would run as a formula. Our own export writes it. */
const FORMULA_GUARD = /^'(?=[=+\-@\t\r])/
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
  const columns = chosen ?? guess
  const reading = createReading(file, 'Table (CSV)')
  reading.table = { headers, sample: body.slice(0, SAMPLE_ROWS), columns }
  const isGoogle = headers
    .map((header) => header.toLowerCase())
    .join()
    .startsWith('title,note,url')
  if (isGoogle) reading.format = 'Google list'
  const list = isGoogle ? file.replace(/^.*\//, '').replace(/\.csv$/i, '') : ''
  const isScaled = [columns.lat, columns.lng].every((index) => index !== undefined && /e7$/i.test(headers[index] ?? ''))
  for (const row of body) addRow(reading, { row, columns, list, isScaled })
  describeTrouble(reading, headers, columns)
  return reading
}

function parseTable(text: string): { rows: string[][]; headerIndex: number; guess: TableColumns } {
  const plain = text.replace(/^\ufeff/, '').replace(/^sep=(.)\r?\n/i, '')
  const start = plain.slice(0, 20_000)
  const candidates = DELIMITERS.map((delimiter) => findHeader(start, delimiter)).sort((a, b) => b.score - a.score)
  const [best] = candidates
  const parse = (delimiter: string) => Papa.parse<string[]>(plain, { delimiter, skipEmptyLines: 'greedy' }).data
  if (best && best.score > 0) return { rows: parse(best.delimiter), headerIndex: best.index, guess: best.columns }
  const delimiter = Papa.parse<string[]>(start, { delimitersToGuess: DELIMITERS }).meta.delimiter || ','
  const rows = parse(delimiter)
  const byContent = guessByContent(rows.slice(0, 20))
  if (byContent.lat !== undefined || byContent.position !== undefined)
    return { rows, headerIndex: -1, guess: byContent }
  return { rows, headerIndex: 0, guess: guessByContent(rows.slice(1, 21)) }
}

/** Finds the row whose cells are names of columns, and how many it has. */
function findHeader(start: string, delimiter: string) {
  const { data } = Papa.parse<string[]>(start, { delimiter, skipEmptyLines: 'greedy', preview: HEADER_WITHIN })
  let best = { delimiter, index: -1, score: 0, columns: {} as TableColumns }
  data.forEach((row, index) => {
    if (row.length < 2 && index > 0) return
    const columns = row.some((cell) => cell.length > 80) ? {} : guessColumns(row)
    // A position counts for more than any text, because words of a sentence may be names of columns too.
    const hasPosition = (columns.lat !== undefined && columns.lng !== undefined) || columns.position !== undefined
    const score = Object.keys(columns).length + (hasPosition ? 5 : 0)
    if (score > best.score && (row.length > 1 || hasPosition)) best = { delimiter, index, score, columns }
  })
  return best
}

interface TableRow {
  row: string[]
  columns: TableColumns
  list: string
  isScaled: boolean
}

function addRow(reading: FileReading, { row, columns, list, isScaled }: TableRow): void {
  const cell = (field: TableField) => row[columns[field] ?? -1]?.trim().replace(FORMULA_GUARD, '') ?? ''
  if (row.every((text) => !text.trim())) return
  const source: PlaceSource = {
    title: cell('title'),
    description: cell('description'),
    address: cell('address'),
    website: cell('website'),
    sourceCategory: cell('category'),
    tags: cell('tags').split(/[,;]/),
    list: cell('list') || list,
  }
  if (list) addSaved(reading, source)
  else if (columns.lat !== undefined && columns.lng !== undefined) {
    const [lat, lng] = [cell('lat'), cell('lng')].map((text) => scale(readDegrees(text), isScaled))
    addPosition(reading, source, toPoint(lat, lng))
  } else if (columns.position !== undefined) addText(reading, source, cell('position'))
  else if (cell('website')) addSaved(reading, source)
  else if (source.title || source.address) reading.places.push(createPlace(source, null))
}

function scale(degrees: number | undefined, isScaled: boolean): number | undefined {
  return degrees !== undefined && isScaled ? degrees / 1e7 : degrees
}

function addText(reading: FileReading, source: PlaceSource, text: string): void {
  if (/^\s*(?:srid=\d+;)?(?:multi)?(?:linestring|polygon|multipoint)/i.test(text)) {
    reading.otherCount += 1
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
  if (headers.some((header) => /utm|easting/i.test(header)) && columns.lat === undefined) {
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
