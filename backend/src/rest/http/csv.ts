import { badBody } from '../errors.ts'

export interface CsvTable {
  header: string[]
  rows: (string | null)[][]
}

/** Parses comma-separated values (RFC 4180). `NULL` is null and an empty field is an empty text. */
export function parseCsv(text: string): CsvTable {
  const [header = [], ...lines] = splitRecords(text)
  if (lines.some((line) => line.length !== header.length)) {
    throw badBody('All lines must have same number of fields')
  }
  return { header, rows: lines.map((line) => line.map((field) => (field === 'NULL' ? null : field))) }
}

const FIELD = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y

function splitRecords(text: string): string[][] {
  const records: string[][] = []
  let record: string[] = []
  FIELD.lastIndex = 0
  while (FIELD.lastIndex < text.length || record.length > 0) {
    const found = FIELD.exec(text)
    if (!found) throw badBody('The CSV cannot be read: a quote is not closed or stands inside a field')
    record.push(found[1] === undefined ? (found[2] ?? '') : found[1].replaceAll('""', '"'))
    if (found[3] !== ',') {
      records.push(record)
      record = []
    }
  }
  return records
}
