import { listNames } from '../place-properties.ts'
import { readLines } from '../read-lines.ts'
import { createReading, type FileReading, type TableColumns, UnreadableFileError } from '../read-place.ts'
import { toPlainKey } from '../text/property-bag.ts'
import { joinDecimals } from './decimal-commas.ts'
import { GOOGLE_COLUMNS, GOOGLE_COMMENT, isGoogleList } from './google-list.ts'
import { findGridColumns } from './grid-columns.ts'
import { findLinksOnly, joinLink } from './link-column.ts'
import { parseTable } from './parse-table.ts'
import { findScale, isSwappedTable } from './table-position.ts'
import { addRow, type TableForm } from './table-row.ts'

const SAMPLE_ROWS = 5
const SWAPPED_NOTE = 'Its columns of latitude and longitude are swapped. We read them the right way round.'
const GRID_NOTE = 'It has grid coordinates instead of latitude and longitude. Export it again in degrees (WGS 84).'
/** The plain names of columns with the parts of an address. */
const ADDRESS_PARTS = [
  /^(?:zip(?:code)?|post(?:al)?code|plz|postleitzahl|cap|codepostal|codigopostal|cep|postnummer|psc|kodpocztowy)$/,
  /^(?:city|town|locality|municipality|stadt|ort|gemeinde|ville|commune|citta|comune|ciudad|cidade|miasto|mesto|stad|by)$/,
  /^(?:state|province|region|bundesland|provincia|regione|estado|departement)$/,
  /^(?:country|countryname|land|pays|paese|pais|kraj|zeme)$/,
]
const NO_COLUMNS = 'No column was recognised as a name, a position or a link. Choose the columns below.'

/**
 * Reads a table with any delimiter. The columns are guessed unless they are given. Google's saved lists are tables with
 * a title, a note and a link, and their file name is the name of the list.
 */
export function readTable(file: string, text: string, chosen?: TableColumns): FileReading {
  const onlyLinks = chosen ? undefined : findLinksOnly(text)
  if (onlyLinks) return readLines(file, onlyLinks.join('\n'))
  const { rows, headerIndex, guess } = parseTable(text)
  if (rows.length === 0) throw new UnreadableFileError('It is empty.')
  const headers = headerIndex < 0 ? (rows[0] ?? []).map((_, index) => `Column ${index + 1}`) : (rows[headerIndex] ?? [])
  const all = rows.slice(headerIndex + 1)
  const isGoogle = isGoogleList(headers, all)
  const columns = chosen ?? (isGoogle ? { ...guess, ...GOOGLE_COLUMNS } : guess)
  const links = columns.website ?? columns.position
  const body =
    headerIndex < 0
      ? all
      : joinDecimals(all, headers.length, columns).map((row) => joinLink(row, headers.length, links))
  const reading = createReading(file, isGoogle ? 'Google list' : 'Table (CSV)')
  reading.table = { chosenFile: 0, headers, sample: body.slice(0, SAMPLE_ROWS), columns }
  const scale = findScale(headers, columns)
  const isSwapped = isSwappedTable(body, columns, scale)
  if (isSwapped) reading.notes.push(SWAPPED_NOTE)
  if (headerIndex < 0 && !chosen) describeOrder(reading, body, columns)
  const findColumn = (name: string) =>
    headerIndex < 0 ? -1 : headers.findIndex((header) => toPlainKey(header) === name)
  const form: TableForm = {
    ...{ columns, scale, isSwapped },
    list: isGoogle ? file.replace(/^.*\//, '').replace(/\.csv$/i, '') : '',
    own: {
      ...{ attribution: findColumn('attribution'), status: findColumn('status') },
      ...{ precision: findColumn('precision'), access: findColumn('access') },
    },
    remarks: isGoogle ? [GOOGLE_COMMENT] : findRemarks(headers, columns),
    addressParts: findAddressParts(headers, columns),
    grid: chosen ? undefined : findGridColumns(headers),
  }
  for (const row of body) addRow(reading, row, form)
  describeProblems(reading, headers, columns)
  return reading
}

/** Adds a note about which of two numbers was read as the latitude, if neither column names nor letters show it. */
function describeOrder(reading: FileReading, body: string[][], { lat, lng }: TableColumns): void {
  const isMarked = body.slice(0, SAMPLE_ROWS).some((row) => /[NSEW]/i.test(`${row[lat ?? -1]}${row[lng ?? -1]}`))
  if (lat === undefined || lng === undefined || isMarked) return
  const order = lat < lng ? 'latitude and then the longitude' : 'longitude and then the latitude'
  reading.notes.push(`It has no column names. We read the ${order}. If the map looks wrong, choose the columns below.`)
}

/** Finds the columns of texts besides the description, such as a comment, which are added to it. */
function findRemarks(headers: string[], columns: TableColumns): number[] {
  const taken = new Set(Object.values(columns))
  const names = listNames('description')
  return headers.flatMap((header, index) => (!taken.has(index) && names.includes(toPlainKey(header)) ? index : []))
}

/** Finds the columns that continue an address: postcode, city, region and country. */
function findAddressParts(headers: string[], columns: TableColumns): number[] {
  const taken = new Set(Object.values(columns))
  const plain = headers.map(toPlainKey)
  return ADDRESS_PARTS.flatMap((names) => {
    const index = plain.findIndex((name, column) => !taken.has(column) && names.test(name))
    return index < 0 ? [] : index
  })
}

function describeProblems(reading: FileReading, headers: string[], columns: TableColumns): void {
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
