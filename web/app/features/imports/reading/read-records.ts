import { parsePosition } from '#app/lib/geo/parse-position.ts'
import { createPlace, type PlaceSource } from './create-place.ts'
import { addElement, isElement, listShapes, type OsmShapes } from './osm-elements.ts'
import { describeByProperties, findPositionText, findPositionTexts } from './place-properties.ts'
import { createReading, type FileReading } from './read-place.ts'
import { type PropertyBag, pick, toPropertyBag } from './text/property-bag.ts'
import { readDegrees, toPoint } from './text/read-degrees.ts'

type Json = Record<string, unknown>

/** Programs by a key of their export. The name is only displayed; all of them are read the same way. */
const PROGRAMS: [key: string, format: string][] = [
  ['osm3s', 'Overpass'],
  ['adventures', 'AdventureLog'],
  ['exported_at', 'Hereabouts'],
  ['trips', 'TRIP'],
  ['all_steps', 'Polarsteps'],
  ['waypoints', 'wanderer'],
]
/** Lists without places, or with places of other people. */
const SKIPPED = new Set([
  'profile',
  'notifications',
  'follows',
  'users',
  'comments',
  'media',
  'photos',
  'images',
  'members',
])
/** Lists of places inside a place, such as the waypoints of a trail. */
const INNER = /waypoint|^expand$/
const MAX_DEPTH = 7

/**
 * Reads places from the JSON of any program: every object with a latitude and a longitude, at whatever depth.
 * Recognises Overpass, Swarm, AdventureLog, wanderer, TRIP and this site's own export by their structure.
 */
export function readRecords(file: string, value: unknown): FileReading {
  const program = isObject(value) ? PROGRAMS.find(([key]) => Object.hasOwn(value, key)) : undefined
  const reading = createReading(file, program?.[1] ?? 'JSON')
  const context = { seen: new Set<string>(), ...readContext(value) }
  addRecords(reading, value, context, 0)
  return reading
}

/** The other parts of a file that its places refer to. */
interface Context {
  seen: Set<string>
  osm: OsmShapes
  collections: Map<unknown, string>
}

function readContext(value: unknown): Pick<Context, 'osm' | 'collections'> {
  const { elements, collections } = isObject(value) ? value : {}
  return {
    osm: listShapes(Array.isArray(elements) ? elements.filter(isObject) : []),
    collections: new Map(
      (Array.isArray(collections) ? collections : [])
        .filter(isObject)
        .map(({ export_id, name }) => [export_id, typeof name === 'string' ? name : '']),
    ),
  }
}

function addRecords(reading: FileReading, value: unknown, context: Context, depth: number): void {
  if (depth > MAX_DEPTH) return
  if (Array.isArray(value)) for (const item of value) addRecords(reading, item, context, depth + 1)
  else if (isObject(value)) {
    const isPlace = addRecord(reading, value, context)
    for (const [key, item] of Object.entries(value)) {
      if (typeof item === 'object' && (isPlace ? INNER.test(key) : !SKIPPED.has(key)))
        addRecords(reading, item, context, depth + 1)
    }
  }
}

/** Adds the object if it is a place. Returns true if it is. */
function addRecord(reading: FileReading, record: Json, { seen, osm, collections }: Context): boolean {
  if (isElement(record)) {
    addElement(reading, record, osm)
    return true
  }
  const bag = toPropertyBag(record)
  const source = describeRecord(bag)
  const position = findPosition(record, bag, source.title ?? '')
  if (!position) return false
  // Swarm has a check-in for each visit of a venue.
  const key = pick(bag, ['venue.id']) || `${JSON.stringify(position)}|${source.title}`
  if (seen.has(key)) return true
  seen.add(key)
  if ('reason' in position) reading.unreadable.push({ title: source.title ?? '', reason: position.reason })
  else reading.places.push(createPlace({ ...source, ...nameCollection(record, collections) }, position.point))
  return true
}

/** Some programs have the address in `location`, and the name of a planned stop in `text`. */
function describeRecord(bag: PropertyBag): PlaceSource {
  const source = describeByProperties(bag)
  const [text, location] = ['text', 'location'].map((name) => bag.get(name)?.trim() ?? '')
  if (!source.title && text) {
    source.title = text
    if (source.description === text) source.description = ''
  }
  if (!source.address && location && location !== source.title && parsePosition(location).kind === 'none')
    source.address = location
  return source
}

/** AdventureLog names the collections of a place by their numbers. */
function nameCollection(record: Json, collections: Context['collections']): { list?: string } {
  const [id] = Array.isArray(record.collection_export_ids) ? record.collection_export_ids : []
  const list = collections.get(id)
  return list ? { list } : {}
}

/** Finds two numbers, a GeoJSON point, or a text or link with a position. A text counts only beside a name. */
function findPosition(record: Json, bag: PropertyBag, title: string): ReturnType<typeof toPoint> | undefined {
  const texts = findPositionTexts(bag)
  if (texts) return toPoint(readDegrees(texts[0]), readDegrees(texts[1]))
  for (const part of [record.geometry, record.location, record.coordinates, record.position]) {
    const [lng, lat] =
      isObject(part) && part.type === 'Point' && Array.isArray(part.coordinates) ? part.coordinates : []
    if (typeof lng === 'number' && typeof lat === 'number') return toPoint(lat, lng)
  }
  const found = title ? parsePosition(findPositionText(bag)) : undefined
  return found?.kind === 'point' ? { point: found.point } : undefined
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
