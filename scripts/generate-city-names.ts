// Writes the names of cities in other languages that the project ships. Run it when the sources change: node
// scripts/generate-city-names.ts ALTERNATE_NAMES.tsv.gz CLDR_FOLDER The folder is the unpacked npm package
// `cldr-dates-full`. It is not a dependency, because it is 97 MB and only 9,000 of its names are needed.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { City } from '../backend/src/cities/city.ts'
import { listCities } from '../backend/src/cities/list-cities.ts'
import { normalizeName } from '../backend/src/cities/normalize-name.ts'

const FILE = join(import.meta.dirname, '../backend/src/cities/data/names.tsv.gz')
/** The maximum distance, in degrees, at which a city without an id is matched by name. */
const SAME_PLACE_DEGREES = 0.3

/** A name of a city and its language, as a BCP 47 tag; empty if the source does not state it. */
interface Name {
  id: number
  name: string
  language: string
}

const [alternateNames, cldrFolder] = process.argv.slice(2)
if (!alternateNames || !cldrFolder) {
  process.stderr.write('Usage: node scripts/generate-city-names.ts ALTERNATE_NAMES.tsv.gz CLDR_FOLDER\n')
  process.exit(2)
}
const cities = listCities()
const ids = new Map(cities.map((city) => [city.id, city]))
const byName = Map.groupBy(cities, (city) => `${city.country_code} ${normalizeName(city.name)}`)
const byZone = Map.groupBy(cities, (city) => `${city.time_zone} ${normalizeName(city.name)}`)
/** CLDR uses the first name of a time zone; the cities use its current name. */
const RENAMED_ZONES: Record<string, string> = {
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Europe/Kiev': 'Europe/Kyiv',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Africa/Asmera': 'Africa/Asmara',
}
const lines = mergeLanguages([...readAlternateNames(alternateNames), ...readExemplarCities(cldrFolder)])
writeFileSync(FILE, gzipSync(`${lines.join('\n')}\n`, { level: 9 }))
process.stdout.write(`${lines.length} names written to ${FILE}\n`)

/** Reads Natural Earth's names, with the GeoNames id or the name and position of each city. Public domain. */
function readAlternateNames(file: string): Name[] {
  const [, ...rows] = gunzipSync(readFileSync(file)).toString('utf8').trimEnd().split('\n')
  return rows.flatMap((row) => {
    const [id, , country, title = '', lat, lng, language = '', name = ''] = row.split('\t')
    const city = ids.get(Number(id)) ?? findNearest(country, title, Number(lng), Number(lat))
    return city ? [{ id: city.id, name, language }] : []
  })
}

function findNearest(country: string | undefined, name: string, lng: number, lat: number): City | undefined {
  return byName
    .get(`${country} ${normalizeName(name)}`)
    ?.find((city) => Math.hypot(city.lng - lng, city.lat - lat) < SAME_PLACE_DEGREES)
}

/** Reads CLDR's names of the city of each time zone. Unicode License v3. */
function readExemplarCities(folder: string): Name[] {
  const english = readZones(folder, 'en')
  return readdirSync(join(folder, 'main')).flatMap((language) =>
    [...readZones(folder, language)].flatMap(([zone, name]) => {
      const title = english.get(zone) ?? zone.split('/').at(-1)?.replaceAll('_', ' ') ?? ''
      const place = `${RENAMED_ZONES[zone] ?? zone} ${normalizeName(title)}`
      const city = (byZone.get(place) ?? byZone.get(`${place} city`))?.[0]
      return city ? [{ id: city.id, name, language: language.split('-')[0] ?? language }] : []
    }),
  )
}

function readZones(folder: string, language: string): Map<string, string> {
  const file = join(folder, 'main', language, 'timeZoneNames.json')
  if (!existsSync(file)) return new Map()
  const found = new Map<string, string>()
  collectZones(JSON.parse(readFileSync(file, 'utf8')).main[language].dates.timeZoneNames.zone ?? {}, '', found)
  return found
}

function collectZones(node: Record<string, unknown>, path: string, found: Map<string, string>): void {
  for (const [key, value] of Object.entries(node)) {
    if (key === 'exemplarCity' && typeof value === 'string') found.set(path, value)
    else if (isRecord(value)) collectZones(value, path === '' ? key : `${path}/${key}`, found)
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/**
 * Returns one line for each name of a city, with all languages that use it. Leaves out names that the cities already
 * have.
 */
function mergeLanguages(names: Name[]): string[] {
  const merged = new Map<string, Set<string>>()
  for (const { id, name, language } of names) {
    const plain = name.trim()
    const city = ids.get(id)
    if (plain === '' || plain === city?.name || plain === city?.local_name || language === 'root') continue
    const key = `${id}\t${plain}`
    merged.set(key, (merged.get(key) ?? new Set()).add(language))
  }
  return [...merged].map(([key, languages]) => `${key}\t${[...languages].filter(Boolean).sort().join(',')}`).sort()
}
