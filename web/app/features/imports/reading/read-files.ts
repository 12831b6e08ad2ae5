import { pickPlural } from '#app/lib/format/numbers.ts'
import { readGpx } from './read-gpx.ts'
import { readJson, rejectEmpty } from './read-json.ts'
import { readKml } from './read-kml.ts'
import { readLines } from './read-lines.ts'
import { readOsm } from './read-osm.ts'
import { findOwnArchive, type OwnArchive, readOwnArchive } from './read-own-archive.ts'
import { type FileReading, READING_LIMITS, type TableColumns, UnreadableFileError } from './read-place.ts'
import { isWikivoyage, readWikivoyage } from './read-wikivoyage.ts'
import { hasTableHeader } from './table/parse-table.ts'
import { readTable } from './table/read-table.ts'
import { decodeText } from './text/decode-text.ts'
import { decodeEntities } from './text/plain-text.ts'
import { gunzip, isGzip, isZip, type PackedFile, TOO_LARGE, unzip } from './unpack.ts'

/** A file that could not be read, with the reason in a sentence. */
interface FileProblem {
  file: string
  reason: string
}

/** Everything read from one chosen file. An archive gives one reading for each file in it. */
export interface FilesReading {
  readings: FileReading[]
  problems: FileProblem[]
  /** The lists and stories of a Hereabouts archive. */
  archive?: OwnArchive
}

/** The names of the formats, for the message about unsupported files. */
const FORMATS = 'Google Takeout ZIP, KML, KMZ, GPX, GeoJSON, JSON, CSV, TSV, OSM, text with links'
/** A link as Markdown has it, which starts like XML or JSON. */
const LINK_IN_SIGNS = /^<(?:https?|geo):|^\[[^[\]{}"]*\]\(/
const BINARY = /\.(?:jpe?g|png|heic|webp|gif|pdf|docx?|xlsx?|mp4|exe|rar|7z|tar)$/i

/** Reads one chosen file of any format. Never throws: files that cannot be read become problems. */
export function readFile(name: string, bytes: Uint8Array, columns?: TableColumns): FilesReading {
  const result: FilesReading = { readings: [], problems: [] }
  readInto(result, { name, bytes }, columns)
  return result
}

function readInto(result: FilesReading, packed: PackedFile, columns: TableColumns | undefined, isInside = false): void {
  try {
    const { bytes, name } = packed
    if (bytes.length === 0) throw new UnreadableFileError('It is empty.')
    if (bytes.length > READING_LIMITS.fileBytes) throw new UnreadableFileError('It is larger than 200 MB.')
    if (isZip(bytes)) readArchive(result, packed, isInside)
    else result.readings.push(rejectEmpty(readText(name, isGzip(bytes) ? gunzip(bytes) : bytes, columns)))
  } catch (error) {
    const reason = error instanceof UnreadableFileError ? error.message : 'It is damaged and cannot be read.'
    result.problems.push({ file: packed.name, reason })
  }
}

function readArchive(result: FilesReading, packed: PackedFile, isInside: boolean): void {
  const archive = unzip(packed.bytes)
  const own = isInside ? undefined : findOwnArchive(archive.account)
  if (own) {
    for (const file of archive.tooLarge) result.problems.push({ file, reason: TOO_LARGE })
    result.readings.push(...readOwnArchive(archive.files))
    result.archive = own
  } else readUnpacked(result, { name: packed.name, ...archive }, isInside)
  if (archive.photoCount > 0) result.readings.at(-1)?.notes.push(describePhotos(archive.photoCount))
}

function describePhotos(count: number): string {
  const photos = pickPlural(count, 'a photo, which is', `${count} photos, which are`)
  return `The archive has ${photos} not imported. You can add photos on the pages of the spots afterwards.`
}

interface UnpackedArchive {
  name: string
  files: PackedFile[]
  /** Names of the files that are too large to read. */
  tooLarge: string[]
}

function readUnpacked(
  result: FilesReading,
  { name, files: unpacked, tooLarge }: UnpackedArchive,
  isInside: boolean,
): void {
  for (const file of tooLarge) result.problems.push({ file, reason: TOO_LARGE })
  const files = unpacked.filter((file) => !isInside || !file.name.toLowerCase().endsWith('.kmz'))
  const documents = files.filter((file) => file.name.toLowerCase().endsWith('.kml'))
  const isKmz =
    isInside || name.toLowerCase().endsWith('.kmz') || (documents.length > 0 && documents.length === files.length)
  if (!isKmz) {
    if (files.length === 0 && tooLarge.length === 0)
      throw new UnreadableFileError('There is no file in it that we can read.')
    for (const file of files) readInto(result, file, undefined, true)
    return
  }
  // Only the main document counts: others are parts that it links to.
  const main =
    documents.find((file) => /^(?:\.\/)?doc\.kml$/i.test(file.name)) ?? documents.find(isAtTop) ?? documents[0]
  if (!main && tooLarge.length > 0) return
  if (!main) throw new UnreadableFileError('There is no KML file in it.')
  const before = result.problems.length
  readInto(result, { name, bytes: main.bytes }, undefined, true)
  if (result.problems.length === before) for (const reading of result.readings.slice(-1)) reading.format = 'KMZ'
}

function isAtTop({ name }: PackedFile): boolean {
  return !name.includes('/')
}

function readText(name: string, bytes: Uint8Array, columns: TableColumns | undefined): FileReading {
  if (bytes.length > READING_LIMITS.textBytes) throw new UnreadableFileError('It is larger than 64 MB. Split it first.')
  if (BINARY.test(name)) throw new UnreadableFileError(`We cannot read it. These work: ${FORMATS}.`)
  const text = decodeText(bytes)
  const start = text
    .slice(0, 4000)
    .trimStart()
    .replace(/^\ufeff/, '')
  if (!start) throw new UnreadableFileError('It is empty.')
  if (start.includes('\0')) throw new UnreadableFileError(`We cannot read it. These work: ${FORMATS}.`)
  if (start.startsWith('<') && !LINK_IN_SIGNS.test(start)) return readXml(name, text)
  if (/^[[{]/.test(start.replaceAll('\u001e', '')) && !isWikivoyage(text) && !LINK_IN_SIGNS.test(start))
    return readJson(name, text)
  if (isWikivoyage(text)) return readWikivoyage(name, text)
  const isLong = text.length > READING_LIMITS.lineLength && !text.slice(0, READING_LIMITS.lineLength).includes('\n')
  if (isLong) throw new UnreadableFileError('It is one endless line. Please export it again.')
  return /\.(?:csv|tsv)$/i.test(name) || columns ? readTable(name, text, columns) : readPlainText(name, text)
}

/** Text of no known kind: a table if it looks like one, else one place a line. */
function readPlainText(name: string, text: string): FileReading {
  if (hasTableHeader(text)) return readTable(name, text)
  const lines = readLines(name, text)
  if (lines.places.some(({ point }) => point)) return lines
  const table = readTable(name, text)
  return table.places.some(({ point }) => point) ? table : lines
}

function readXml(name: string, text: string): FileReading {
  const root = findRoot(text)
  if (root === 'gpx') return readGpx(name, text)
  if (root === 'kml') return readKml(name, text)
  if (root === 'osm') return readOsm(name, text)
  if (root === 'mediawiki') return readWikivoyage(name, decodeEntities(text))
  if (root === 'html' || /<!doctype html/i.test(text.slice(0, 200))) {
    throw new UnreadableFileError('It is a web page, not a file of places.')
  }
  throw new UnreadableFileError(`We cannot read it. These work: ${FORMATS}.`)
}

/** Finds the name of the first element, past declarations, comments and a document type. */
function findRoot(text: string): string {
  const start = text
    .slice(0, 20_000)
    .replace(/<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!DOCTYPE[^[>]*(?:\[[\s\S]*?\])?\s*>/gi, '')
  return /<(?:[\w-]+:)?([A-Za-z][\w-]*)/.exec(start)?.[1]?.toLowerCase() ?? ''
}
