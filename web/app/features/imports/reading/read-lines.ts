import { parsePosition } from '#app/lib/geo/parse-position.ts'
import { createPlace } from './create-place.ts'
import { findLinkName } from './link-name.ts'
import { createReading, type FileReading, READING_LIMITS, type ReadPlace } from './read-place.ts'
import { shorten } from './text/plain-text.ts'

const LINK = /(?:https?:\/\/|\bgeo:|\bom:)[^\s<>"]+/i
const DEGREES = String.raw`\d{1,3}\s*[°º]\s*\d{1,2}(?:[.,]\d+)?\s*['′’](?:\s*\d{1,2}(?:[.,]\d+)?\s*(?:["″”]|''))?`
const PAIRS = [
  new RegExp(String.raw`[NS]?\s*${DEGREES}\s*[NS]?\s*[,;/]?\s*[EW]?\s*${DEGREES}\s*[EW]?`, 'i'),
  // Geocachers write minutes without a sign: "N 45° 04.140 E 007° 41.598".
  /[NS]\s*\d{1,2}\s*[°º]\s*\d{1,2}[.,]\d+\s*[,;/]?\s*[EW]\s*\d{1,3}\s*[°º]\s*\d{1,2}[.,]\d+/i,
  /[+-]?\d{1,3}[.,]\d+°?\s*(?:[NS]\b)?\s*[,;\s]\s*[+-]?\d{1,3}[.,]\d+°?\s*(?:[EW]\b)?/i,
]
/** A full Plus Code, and an address of three words, within a line. */
const PLUS_CODE = /(?<![A-Z\d])[23456789CFGHJMPQRVWX]{8}\+[23456789CFGHJMPQRVWX]{2,3}(?![A-Z\d])/i
const THREE_WORDS = /\/{3}\p{L}{2,}(?:[.。・]\p{L}{2,}){2}/u
const MAX_ADDRESS = 300
/** A line with a house number or a postcode and a comma, such as "Via Roma 12, Torino". */
const ADDRESS = /^(?=.*\d).*,/
/** List markers and punctuation around names and positions. */
const EDGES = /^(?:\d{1,3}[.)]\s)?[\s,;:|–—•*()[\]<>-]+|^\d{1,3}[.)]\s|[\s,;:|–—)\]>(@-]+$/g

/** Reads links and coordinates, one per line, with a name before or after them, or on the line above. */
export function readLines(file: string, text: string): FileReading {
  const reading = createReading(file, 'Links and coordinates')
  // The number of lines directly above that are only names. They may belong to the position on the next line.
  let above = 0
  text.split(/\r\n?|\n/).forEach((line, index) => {
    const trimmed = toPlainLine(line.slice(0, READING_LIMITS.lineLength))
    above = trimmed !== '' && addLine(reading, trimmed, index + 1, above) ? above + 1 : 0
  })
  return reading
}

/**
 * Markdown's [name](link) becomes the name and the link. Runs of spaces are collapsed, because the patterns would be
 * slow on them.
 */
function toPlainLine(line: string): string {
  return line
    .replace(/\s+/g, ' ')
    .replace(/\[([^[\]]*)\]\(([^()\s]+)\)/g, '$1 $2')
    .trim()
}

/** Adds a line. Returns true if it is only a name. */
function addLine(reading: FileReading, line: string, number: number, namesAbove: number): boolean {
  const text = LINK.exec(line)?.[0] ?? findPair(line) ?? findCode(line) ?? line
  const position = parsePosition(text)
  const own = text === line ? '' : trimEdges(line.replace(text, ' '))
  const title = own || findLinkName(text)
  // A second name is a place of its own.
  const above =
    own || (position.kind === 'none' && !LINK.test(line)) ? undefined : removeNameAbove(reading, namesAbove, title)
  const point = position.kind === 'point' ? position.point : null
  if (above) reading.places.push({ ...above, point })
  else if (point || title) reading.places.push(createPlace({ title }, point))
  else if (text === line && position.kind === 'none' && /\p{L}{2}/u.test(line) && !LINK.test(line)) {
    reading.places.push(createPlace({ title: trimEdges(line) }, null))
    return true
  } else {
    const reason = position.kind === 'rejected' ? position.reason : 'There is neither a link nor a position.'
    reading.unreadable.push({ title: `Line ${number}`, reason })
  }
  return false
}

/**
 * Takes the name above a link or a position back from the places. Apps share a place as its name, its address and a
 * link, in one line each. Long links contain the name.
 */
function removeNameAbove(reading: FileReading, namesAbove: number, linkName: string): ReadPlace | undefined {
  const block = namesAbove > 0 ? reading.places.slice(-namesAbove) : []
  const [first, ...others] = block
  if (first && linkName && first.title.toLowerCase() === linkName.toLowerCase()) {
    reading.places.length -= block.length
    return addAddress(first, others)
  }
  const [name, address] = block.slice(-2)
  if (name && address && ADDRESS.test(address.title)) {
    reading.places.length -= 2
    return addAddress(name, [address])
  }
  return namesAbove > 0 ? reading.places.pop() : undefined
}

function addAddress(place: ReadPlace, lines: ReadPlace[]): ReadPlace {
  return { ...place, address: shorten(lines.map(({ title }) => title).join(', '), MAX_ADDRESS) }
}

function findPair(line: string): string | undefined {
  return PAIRS.map((pattern) => pattern.exec(line)?.[0].trim()).find(
    (pair) => pair && parsePosition(pair).kind === 'point',
  )
}

function findCode(line: string): string | undefined {
  return (PLUS_CODE.exec(line) ?? THREE_WORDS.exec(line))?.[0]
}

function trimEdges(text: string): string {
  return text.replace(/\s+/g, ' ').replace(EDGES, '').trim()
}
