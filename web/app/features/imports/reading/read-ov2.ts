import { addAt } from './create-place.ts'
import { createReading, type FileReading, UnreadableFileError } from './read-place.ts'
import { decodeText } from './text/decode-text.ts'

/** The kinds of records: an index of an area, a place, and a place with texts behind its name. */
const INDEX = 1
const PLACES = new Set([2, 3])
const INDEX_BYTES = 21
const HEADER_BYTES = 13
/** Coordinates are integers of a hundred thousandth of a degree. */
const SCALE = 100_000

/** Reads the places of a TomTom file (OV2). Throws UnreadableFileError. */
export function readOv2(file: string, bytes: Uint8Array): FileReading {
  const reading = createReading(file, 'TomTom OV2')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 0; at + HEADER_BYTES <= bytes.length; ) {
    const length = bytes[at] === INDEX ? INDEX_BYTES : view.getUint32(at + 1, true)
    if (length < HEADER_BYTES || at + length > bytes.length)
      throw new UnreadableFileError('It is damaged or not a TomTom file. Export it again, or save it as CSV.')
    if (PLACES.has(bytes[at] ?? 0)) addRecord(reading, view, bytes.subarray(at, at + length))
    at += length
  }
  return reading
}

function addRecord(reading: FileReading, view: DataView, record: Uint8Array): void {
  const at = record.byteOffset - view.byteOffset
  const [lng, lat] = [view.getInt32(at + 5, true) / SCALE, view.getInt32(at + 9, true) / SCALE]
  const end = record.indexOf(0, HEADER_BYTES)
  const title = decodeText(record.subarray(HEADER_BYTES, end < 0 ? record.length : end))
  addAt(reading, { title }, lat, lng)
}
