import { addAt, addByLink, type PlaceSource } from './create-place.ts'
import { describeByProperties } from './place-properties.ts'
import { createReading, type FileReading } from './read-place.ts'
import { type PropertyBag, pick, toPropertyBag } from './text/property-bag.ts'
import { readDegrees } from './text/read-degrees.ts'

const SHAPES = ['Point', 'MultiPoint', 'LineString', 'MultiLineString', 'Polygon', 'MultiPolygon', 'GeometryCollection']
const TYPES = ['FeatureCollection', 'Feature', 'umap', ...SHAPES]
const FOREIGN_SYSTEM = 'It uses another coordinate system. Export it again in WGS 84 (EPSG:4326).'

type Json = Record<string, unknown>

/** Returns true if a JSON value is GeoJSON or a map of uMap. */
export function isGeoJson(value: unknown): value is Json {
  return isObject(value) && TYPES.includes(String(value.type))
}

/** Reads the points of GeoJSON, with the properties of Google Takeout, uMap, OpenStreetMap tools and others. */
export function readGeoJson(file: string, value: Json): FileReading {
  const reading = createReading(file, 'GeoJSON')
  addAny(reading, value, '')
  const system = JSON.stringify(value.crs ?? '').slice(0, 500)
  if (/3857|900913|102100/.test(system)) reading.notes.push(FOREIGN_SYSTEM)
  return reading
}

function addAny(reading: FileReading, value: Json, list: string): void {
  if (value.type === 'umap') {
    for (const layer of Array.isArray(value.layers) ? value.layers : [])
      if (isObject(layer)) addCollection(reading, layer)
  } else if (value.type === 'FeatureCollection') addCollection(reading, value)
  else if (value.type === 'Feature') addFeature(reading, value, list)
  else addFeature(reading, { geometry: value, properties: {} }, list)
}

function addCollection(reading: FileReading, collection: Json): void {
  const options = isObject(collection._umap_options) ? collection._umap_options : {}
  const list = typeof options.name === 'string' ? options.name : ''
  for (const feature of Array.isArray(collection.features) ? collection.features : []) {
    if (isObject(feature)) addFeature(reading, feature, list)
    else reading.unreadable.push({ title: '', reason: 'It is not a feature.' })
  }
}

function addFeature(reading: FileReading, feature: Json, list: string): void {
  const bag = toPropertyBag(feature.properties)
  const source = { ...describeByProperties(bag), ...(list ? { list } : {}) }
  const link = pick(bag, ['googlemapsurl'])
  if (link) {
    reading.format = 'Google Takeout'
    source.website = ''
    source.list ||= bag.has('fivestarratingpublished') ? 'Reviewed' : ''
    if (!hasOwnPosition(feature.geometry)) {
      addByLink(reading, describeSaved(source, bag, link), link)
      return
    }
    source.title ||= nameInLink(link)
  } else if (isUnplacedLabel(bag, feature.geometry)) {
    addByLink(reading, source, '')
    return
  }
  addPoint(reading, source, findPointIn(feature.geometry))
}

/** Labelled places of Google without a position are at 0,0, with their address. */
function isUnplacedLabel(bag: PropertyBag, geometry: unknown): boolean {
  const isLabel = bag.size === 2 && bag.has('name') && bag.has('address')
  return isLabel && isObject(geometry) && geometry.type === 'Point' && !hasOwnPosition(geometry)
}

/** Google writes 0,0 for places whose position it does not export. */
function hasOwnPosition(geometry: unknown): boolean {
  const coordinates = isObject(geometry) && Array.isArray(geometry.coordinates) ? geometry.coordinates : []
  return coordinates.some((number) => Number(number) !== 0)
}

function describeSaved(source: PlaceSource, bag: PropertyBag, link: string): PlaceSource {
  // The comment is Google's own: "No location information is available for this saved place", in any language.
  const description = bag.has('location.name') || bag.has('title') ? source.description : ''
  return { ...source, description: description ?? '', title: source.title || nameInLink(link) }
}

/** Returns the name in the query of a Google link, unless it is a position. */
function nameInLink(link: string): string {
  if (!URL.canParse(link)) return ''
  const name = new URL(link).searchParams.get('q') ?? ''
  return /^\s*-?[\d.]+\s*,\s*-?[\d.]+\s*$/.test(name) ? '' : name
}

/** Returns the first point of a collection, or the geometry itself. */
function findPointIn(geometry: unknown): unknown {
  // QGIS exports single points as collections of one.
  if (isObject(geometry) && geometry.type === 'MultiPoint' && Array.isArray(geometry.coordinates))
    return geometry.coordinates.length === 1 ? { type: 'Point', coordinates: geometry.coordinates[0] } : geometry
  if (!isObject(geometry) || geometry.type !== 'GeometryCollection' || !Array.isArray(geometry.geometries))
    return geometry
  return geometry.geometries.find((part) => isObject(part) && part.type === 'Point') ?? geometry
}

function addPoint(reading: FileReading, source: PlaceSource, geometry: unknown): void {
  if (!isObject(geometry)) {
    reading.unreadable.push({ title: source.title ?? '', reason: 'There is no position.' })
    return
  }
  if (geometry.type !== 'Point') {
    reading.otherCount += 1
    return
  }
  const [lng, lat] = (Array.isArray(geometry.coordinates) ? geometry.coordinates : []).map((number) =>
    typeof number === 'number' ? number : readDegrees(typeof number === 'string' ? number : ''),
  )
  addAt(reading, source, lat, lng)
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
