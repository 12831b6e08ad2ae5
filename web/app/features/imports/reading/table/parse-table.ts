import Papa from 'papaparse'
import type { TableColumns } from '../read-place.ts'
import { detectColumns, detectColumnsByContent } from './table-columns.ts'

const DELIMITERS = [',', ';', '\t', '|', '^', '~']
/** Lines before the header, such as the description of a Google list. */
const HEADER_WITHIN = 12
/** The number of characters searched for the header and the delimiter. */
const START_LENGTH = 20_000
/** The score that column names of a position add to a header row. */
const POSITION_SCORE = 5
/** Excel's own line that states the delimiter. */
const SEPARATOR_LINE = /^sep=(.)\r?\n/i
/** The number of rows whose content is looked at. */
const SAMPLE_ROWS = 20
/** A line of a file for navigation devices: longitude, latitude and a quoted name. */
const DEVICE_LINE = /^\s*[+-]?\d[\d.]*\s*[,;\t]\s*[+-]?\d[\d.]*\s*[,;\t]\s*"/
/** A name of a column, and no position. */
const NAME = /^[\p{L}_][^\d:°]*\d?$/u
/** Names of columns are short and have neither links nor decimals. */
const NO_HEADER = /.{81}|:\/\/|\d[.,]\d/

/** Returns true if a text starts with column names, among them a position. */
export function hasTableHeader(text: string): boolean {
  const { score } = findBestHeader(text.replace(/^\ufeff/, '').replace(SEPARATOR_LINE, ''))
  return score > POSITION_SCORE
}

/** A parsed table. */
interface ParsedTable {
  rows: string[][]
  /** The index of the row with the names of the columns, or -1. */
  headerIndex: number
  guess: TableColumns
}

/** Parses a table, and finds its columns by their names, or else by their content. */
export function parseTable(text: string): ParsedTable {
  const plain = text.replace(/^\ufeff/, '').replace(SEPARATOR_LINE, '')
  const best = findBestHeader(plain)
  if (best.score > 0) return { rows: parseRows(plain, best.delimiter), headerIndex: best.index, guess: best.columns }
  const start = plain.slice(0, START_LENGTH)
  const rows = parseRows(plain, guessDelimiter(start))
  const isForDevices = start.split(/\r?\n/, HEADER_WITHIN).every((line) => !line || DEVICE_LINE.test(line))
  const [first = []] = rows
  const guess = detectColumnsByContent(rows.slice(0, SAMPLE_ROWS), isForDevices)
  const isPlaced = (guess.lat !== undefined && guess.lng !== undefined) || guess.position !== undefined
  const hasNames = [guess.lat, guess.lng, guess.position].every((index) => NAME.test(first[index ?? -1] ?? 'none'))
  if (isPlaced) return { rows, headerIndex: hasNames ? 0 : -1, guess }
  return { rows, headerIndex: 0, guess: detectColumnsByContent(rows.slice(1, SAMPLE_ROWS + 1), isForDevices) }
}

/** An unclosed quotation mark would swallow all following rows, so quotation marks are then plain characters. */
function parseRows(text: string, delimiter: string): string[][] {
  const { data, errors } = Papa.parse<string[]>(text, { delimiter, skipEmptyLines: 'greedy' })
  if (!errors.some(({ code }) => code === 'MissingQuotes')) return data
  return Papa.parse<string[]>(text, { delimiter, quoteChar: '\u0000', skipEmptyLines: 'greedy' }).data
}

/**
 * Detects the delimiter of a table whose column names are unknown: the one that every line has equally often. Commas
 * come last, because they are also in decimal numbers.
 */
function guessDelimiter(start: string): string {
  const lines = start.split(/\r?\n|\r/).filter((line) => line.trim())
  const isRegular = (delimiter: string) => {
    const counts = lines.slice(0, HEADER_WITHIN).map((line) => line.split(delimiter).length)
    return (counts[0] ?? 1) > 1 && counts.every((count) => count === counts[0])
  }
  const regular = [...DELIMITERS.slice(1), ','].find(isRegular)
  return regular ?? (Papa.parse<string[]>(start, { delimitersToGuess: DELIMITERS }).meta.delimiter || ',')
}

function findBestHeader(text: string): FoundHeader {
  const start = text.slice(0, START_LENGTH)
  return DELIMITERS.map((delimiter) => findHeader(start, delimiter)).reduce((a, b) => (b.score > a.score ? b : a))
}

interface FoundHeader {
  delimiter: string
  index: number
  score: number
  columns: TableColumns
}

/** Finds the row with the most column names, and their columns. */
function findHeader(start: string, delimiter: string): FoundHeader {
  const { data } = Papa.parse<string[]>(start, { delimiter, skipEmptyLines: 'greedy', preview: HEADER_WITHIN })
  let best: FoundHeader = { delimiter, index: -1, score: 0, columns: {} }
  data.forEach((row, index) => {
    if (row.length < 2 && index > 0) return
    const columns = row.some((cell) => NO_HEADER.test(cell)) ? {} : detectColumns(row)
    // The columns of a position count more than others, because words of a sentence may also be column names.
    const hasPosition = (columns.lat !== undefined && columns.lng !== undefined) || columns.position !== undefined
    const score = Object.keys(columns).length + (hasPosition ? POSITION_SCORE : 0)
    if (score > best.score && (row.length > 1 || hasPosition)) best = { delimiter, index, score, columns }
  })
  return best
}
