import Papa from 'papaparse'
import type { TableColumns } from '../read-place.ts'
import { guessByContent, guessColumns } from './table-columns.ts'

const DELIMITERS = [',', ';', '\t', '|', '^', '~']
/** Lines before the header, such as the description of a Google list. */
const HEADER_WITHIN = 12
/** The number of characters searched for the header and the delimiter. */
const START_LENGTH = 20_000
/** The score that column names of a position add to a header row. */
const POSITION_SCORE = 5
/** Excel's own line that states the delimiter. */
const SEPARATOR_LINE = /^sep=(.)\r?\n/i
/** Names of columns are short and have neither links nor decimals. */
const NO_HEADER = /.{81}|:\/\/|\d[.,]\d/

/** Returns true if a text starts with column names, among them a position. */
export function hasTableHeader(text: string): boolean {
  const { score } = findBestHeader(text.replace(/^\ufeff/, '').replace(SEPARATOR_LINE, ''))
  return score > POSITION_SCORE
}

/** Parses a table and finds the row with the names of its columns; -1 if there is none. */
export function parseTable(text: string): { rows: string[][]; headerIndex: number; guess: TableColumns } {
  const plain = text.replace(/^\ufeff/, '').replace(SEPARATOR_LINE, '')
  const best = findBestHeader(plain)
  const parse = (delimiter: string) => parseRows(plain, delimiter)
  if (best.score > 0) return { rows: parse(best.delimiter), headerIndex: best.index, guess: best.columns }
  const delimiter = guessDelimiter(plain.slice(0, START_LENGTH))
  const rows = parse(delimiter)
  const byContent = guessByContent(rows.slice(0, 20))
  if (byContent.lat !== undefined || byContent.position !== undefined)
    return { rows, headerIndex: -1, guess: byContent }
  return { rows, headerIndex: 0, guess: guessByContent(rows.slice(1, 21)) }
}

/** An unclosed quotation mark would swallow all following rows, so quotation marks are then plain characters. */
function parseRows(text: string, delimiter: string): string[][] {
  const { data, errors } = Papa.parse<string[]>(text, { delimiter, skipEmptyLines: 'greedy' })
  if (!errors.some(({ code }) => code === 'MissingQuotes')) return data
  return Papa.parse<string[]>(text, { delimiter, quoteChar: '\u0000', skipEmptyLines: 'greedy' }).data
}

/**
 * Guesses the delimiter of a table whose column names are unknown: the one that every line has equally often. Commas
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
    const columns = row.some((cell) => NO_HEADER.test(cell)) ? {} : guessColumns(row)
    // The columns of a position count more than others, because words of a sentence may also be column names.
    const hasPosition = (columns.lat !== undefined && columns.lng !== undefined) || columns.position !== undefined
    const score = Object.keys(columns).length + (hasPosition ? POSITION_SCORE : 0)
    if (score > best.score && (row.length > 1 || hasPosition)) best = { delimiter, index, score, columns }
  })
  return best
}
