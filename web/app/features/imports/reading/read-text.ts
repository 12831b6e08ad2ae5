import { decodeEntities } from '#app/lib/format/html-entities.ts'
import { checkOrder } from './coordinate-order.ts'
import { isBookmarks, readBookmarks } from './read-bookmarks.ts'
import { readCards } from './read-cards.ts'
import { FEED_ROOTS, readFeed } from './read-feed.ts'
import { readGpx } from './read-gpx.ts'
import { readJson } from './read-json.ts'
import { readKml } from './read-kml.ts'
import { readLines } from './read-lines.ts'
import { readLoc } from './read-loc.ts'
import { readOsm } from './read-osm.ts'
import { readOv2 } from './read-ov2.ts'
import { type FileReading, READING_LIMITS, type TableColumns, UnreadableFileError } from './read-place.ts'
import { readTcx } from './read-tcx.ts'
import { isWikivoyage, readWikivoyage } from './read-wikivoyage.ts'
import { hasTableHeader } from './table/parse-table.ts'
import { readTable } from './table/read-table.ts'
import { decodeText } from './text/decode-text.ts'

/** The names of the formats, for the message about unsupported files. */
const FORMATS =
  'Google Takeout ZIP, KML, KMZ, GPX, TCX, LOC, GeoJSON, TopoJSON, JSON, CSV, TSV, OSM, GeoRSS, vCard, OV2, text with links'
/** A link as Markdown has it, which starts like XML or JSON. */
const LINK_IN_SIGNS = /^<(?:https?|geo):|^\[[^[\]{}"]*\]\(/
/** The first line of a vCard or iCalendar file. */
const CARDS = /^BEGIN:V(?:CARD|CALENDAR)\s/i
const BINARY = /\.(?:jpe?g|png|heic|webp|gif|pdf|docx?|mp4|exe|rar|7z|tar)$/i

/** Names of spreadsheets, some of which are ZIP archives. */
export const SPREADSHEET = /\.(?:xls[xmb]?|ods|numbers)$/i
/** The reason for spreadsheets, with the way to import them. */
export const SAVE_AS_CSV = 'It is a spreadsheet. Save it as CSV first, and choose that file.'
/** The share of control characters beyond which a file is binary. Damaged texts have fewer. */
const MAX_CONTROLS = 0.01

/**
 * Programs and pictures are full of control characters. A text may contain a few by accident, which are removed later.
 */
function isBinary(start: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they distinguish texts from other files
  const controls = start.match(/[\u0000-\u0008\u000e-\u001a]/g)?.length ?? 0
  return (
    start.startsWith('%PDF-') ||
    start.startsWith('SQLite format') ||
    controls > Math.max(2, start.length * MAX_CONTROLS)
  )
}

/** Reads a file that is not an archive, by its content. Throws UnreadableFileError. */
export function readText(name: string, bytes: Uint8Array, columns: TableColumns | undefined): FileReading {
  const reading = readByContent(name, bytes, columns)
  // Columns that a person has chosen are not checked.
  if (!columns) checkOrder(reading)
  return reading
}

function readByContent(name: string, bytes: Uint8Array, columns: TableColumns | undefined): FileReading {
  if (bytes.length > READING_LIMITS.textBytes) throw new UnreadableFileError('It is larger than 64 MB. Split it first.')
  if (SPREADSHEET.test(name)) throw new UnreadableFileError(SAVE_AS_CSV)
  if (BINARY.test(name)) throw new UnreadableFileError(`We cannot read it. These work: ${FORMATS}.`)
  if (/\.ov2$/i.test(name)) return readOv2(name, bytes)
  const text = decodeText(bytes)
  const start = text.trimStart().slice(0, 4000)
  if (!start) throw new UnreadableFileError('It is empty.')
  if (isBinary(start)) throw new UnreadableFileError(`We cannot read it. These work: ${FORMATS}.`)
  if (start.startsWith('<') && !LINK_IN_SIGNS.test(start)) return readXml(name, text)
  if (/^[[{]/.test(start.replaceAll('\u001e', '')) && !isWikivoyage(text) && !LINK_IN_SIGNS.test(start))
    return readJson(name, text)
  if (isWikivoyage(text)) return readWikivoyage(name, text)
  if (CARDS.test(start)) return readCards(name, text)
  const isLong = text.length > READING_LIMITS.lineLength && !text.slice(0, READING_LIMITS.lineLength).includes('\n')
  if (isLong) throw new UnreadableFileError('The whole file is one very long line. Please export it again.')
  return /\.(?:csv|tsv)$/i.test(name) || columns ? readTable(name, text, columns) : readPlainText(name, text)
}

/** Reads text of an unknown format: as a table if it looks like one, else as one place per line. */
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
  if (root === 'loc') return readLoc(name, text)
  if (root === 'trainingcenterdatabase') return readTcx(name, text)
  const feed = FEED_ROOTS.get(root)
  if (feed) return readFeed(name, text, feed)
  if (isBookmarks(text)) return readBookmarks(name, text)
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
