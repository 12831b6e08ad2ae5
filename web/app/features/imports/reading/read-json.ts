import { parseJson } from './parse-json.ts'
import { isGeoJson, readGeoJson } from './read-geojson.ts'
import { createReading, type FileReading, UnreadableFileError } from './read-place.ts'
import { readRecords } from './read-records.ts'
import { isTopoJson, toFeatureCollection } from './read-topojson.ts'

const LOCATION_HISTORY = ['locations', 'timelineObjects', 'semanticSegments', 'rawSignals', 'timelineEdits']
const HISTORY_NOTE =
  'It is the history of where you were, not your saved places. Choose “Saved” and “Maps (your places)” in Google Takeout.'

/** Reads any JSON of places: GeoJSON, uMap, Overpass, Google, and lists of records of other programs. */
export function readJson(file: string, text: string): FileReading {
  const parsed = parseJson(text)
  if ('lines' in parsed) {
    const { lines } = parsed
    const reading = isGeoJson(lines[0])
      ? readGeoJson(file, { type: 'FeatureCollection', features: lines })
      : readRecords(file, lines)
    reading.format = 'JSON, one place per line'
    for (const line of parsed.damagedLines) reading.unreadable.push({ title: '', reason: `Line ${line} is not JSON.` })
    return reading
  }
  const { value } = parsed
  if (isHistory(value)) return describeHistory(file, value)
  if (isTopoJson(value)) return { ...readGeoJson(file, toFeatureCollection(value)), format: 'TopoJSON' }
  if (Array.isArray(value) && isGeoJson(value[0]))
    return readGeoJson(file, { type: 'FeatureCollection', features: value })
  return isGeoJson(value) ? readGeoJson(file, value) : readRecords(file, value)
}

function isHistory(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const record = value as Record<string, unknown>
  if (Array.isArray(value)) return value.some((item) => typeof item === 'object' && item && 'timelinePath' in item)
  // Other programs also export places as `locations`, but theirs have names.
  const [first] = Array.isArray(record.locations) ? record.locations : []
  if (typeof first === 'object' && first && 'name' in first) return false
  return LOCATION_HISTORY.some((key) => Array.isArray(record[key]))
}

function describeHistory(file: string, value: Record<string, unknown>): FileReading {
  const reading = createReading(file, 'Google location history')
  const key = LOCATION_HISTORY.find((name) => Array.isArray(value[name]))
  reading.otherCount = key ? (value[key] as unknown[]).length : 0
  reading.notes.push(HISTORY_NOTE)
  return reading
}

/** Rejects a JSON value without any place. */
export function rejectEmpty(reading: FileReading): FileReading {
  const { places, unreadable, otherCount, notes } = reading
  if (places.length + unreadable.length + otherCount + notes.length === 0) {
    throw new UnreadableFileError('There are no places in it.')
  }
  return reading
}
