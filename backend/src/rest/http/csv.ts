import { badBody } from '../errors.ts'

export interface CsvTable {
  header: string[]
  rows: (string | null)[][]
}

/** Parses comma-separated values (RFC 4180). `NULL` is null and an empty field is an empty text. Skips blank lines. */
export function parseCsv(text: string): CsvTable {
  const [header = [], ...lines] = splitRecords(text)
  if (lines.some((line) => line.length !== header.length)) {
    throw badBody('All lines must have same number of fields')
  }
  return { header, rows: lines.map((line) => line.map((field) => (field === 'NULL' ? null : field))) }
}

const PLAIN = /[^",\r\n]*/y
const END = /,|\r?\n|$/y

function splitRecords(text: string): string[][] {
  const records: string[][] = []
  let record: string[] = []
  let position = 0
  while (position < text.length || record.length > 0) {
    const start = position
    const field = readField(text, start)
    record.push(field.value)
    END.lastIndex = field.end
    const found = END.exec(text)
    if (!found) throw unreadable()
    position = field.end + found[0].length
    if (found[0] !== ',') {
      if (record.length > 1 || field.end > start) records.push(record)
      record = []
    }
  }
  return records
}

/** Searches for the closing quote without a regular expression, whose stack would grow with the length of the field. */
function readField(text: string, start: number): { value: string; end: number } {
  if (text[start] !== '"') {
    PLAIN.lastIndex = start
    const value = PLAIN.exec(text)?.[0] ?? ''
    return { value, end: start + value.length }
  }
  let end = text.indexOf('"', start + 1)
  while (end >= 0 && text[end + 1] === '"') end = text.indexOf('"', end + 2)
  if (end < 0) throw unreadable()
  return { value: text.slice(start + 1, end).replaceAll('""', '"'), end: end + 1 }
}

const unreadable = () => badBody('The CSV cannot be read: a quote is not closed or stands inside a field')
