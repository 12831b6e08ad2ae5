import { existsSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { findSharedFile } from '../../tests/e2e/shared-data.ts'
import { openStreetArchive } from '../../web/server/streets/street-archive.ts'
import { buildTestArchive } from '../../web/server/streets/test-archive.ts'
import { extractRegion } from './extract-region.ts'
import type { Bounds } from './tile-ranges.ts'

const FLORENCE: Bounds = [11.24, 43.76, 11.27, 43.78]

afterEach(() => vi.useRealTimers())

/** Serves an archive by ranges. `intercept` may answer a request itself. */
async function serve(bytes: Buffer, intercept?: (count: number, response: ServerResponse) => boolean) {
  const ranges: string[] = []
  const version = { etag: '"1"' }
  const server = createServer((request, response) => {
    ranges.push(request.headers.range ?? '')
    if (intercept?.(ranges.length, response)) return
    const [, from = '0', to = ''] = /bytes=(\d+)-(\d*)/.exec(request.headers.range ?? '') ?? []
    const part = bytes.subarray(Number(from), Number(to) + 1)
    response.writeHead(206, { ...version, 'content-range': `bytes ${from}-${to}/${bytes.length}` }).end(part)
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await vi.waitFor(() => expect(server.listening).toBe(true))
  const location = `http://127.0.0.1:${(server.address() as AddressInfo).port}/world.pmtiles`
  return { location, ranges, version }
}

function createFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hereabouts-map-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, 'maps', 'region.pmtiles')
}

/** An archive with every tile of three zooms, some of them equal. */
function buildWorld(): Buffer {
  const tiles: Record<string, string> = {}
  for (let z = 0; z <= 4; z += 1) {
    for (let x = 0; x < 2 ** z; x += 1) for (let y = 0; y < 2 ** z; y += 1) tiles[`${z}/${x}/${y}`] = `${z}/${x}/${y}`
  }
  return buildTestArchive({ tiles, zooms: [0, 4] })
}

async function readTiles(path: string, names: string[]) {
  const archive = await openStreetArchive(path)
  onTestFinished(() => archive.close())
  const read = async (name: string) => {
    const [z = 0, x = 0, y = 0] = name.split('/').map(Number)
    const bytes = await archive.findTile(z, x, y)
    return bytes && gunzipSync(bytes).toString()
  }
  return Promise.all(names.map(read))
}

test('copies the tiles of a region and nothing else', async () => {
  const { location } = await serve(buildWorld())
  const file = createFile()
  const { tiles } = await extractRegion({ location, file, bounds: FLORENCE, maxZoom: 15 })
  expect(tiles).toBe(5)
  const names = ['0/0/0', '4/8/5', '4/8/6', '4/0/0']
  expect(await readTiles(file, names)).toEqual(['0/0/0', '4/8/5', undefined, undefined])
  expect(existsSync(`${file}.part`)).toBe(false)
})

test('crosses the antimeridian and leaves out zooms above the maximum', async () => {
  const { location } = await serve(buildWorld())
  const file = createFile()
  await extractRegion({ location, file, bounds: [170, -20, -170, 20], maxZoom: 3 })
  const names = ['3/0/3', '3/7/4', '3/3/3', '4/0/8']
  expect(await readTiles(file, names)).toEqual(['3/0/3', '3/7/4', undefined, undefined])
})

test('resumes after the bytes that an interrupted copy has written', async () => {
  const world = buildWorld()
  const { location, ranges } = await serve(world)
  const file = createFile()
  const options = { location, file, bounds: [-180, -85, 180, 85] as const, maxZoom: 4 }
  await extractRegion(options)
  const whole = readFileSync(file)
  writeFileSync(`${file}.part`, whole)
  const requests = ranges.length
  const resumed = vi.fn()
  await extractRegion({ ...options, onResume: resumed })
  expect(resumed).toHaveBeenCalledOnce()
  // Header, directory and metadata were read again, but no tile.
  expect(ranges.length - requests).toBeLessThan(requests)
  expect(readFileSync(file)).toEqual(whole)

  writeFileSync(`${file}.part`, whole)
  truncateSync(`${file}.part`, whole.length - 3)
  await extractRegion(options)
  expect(readFileSync(file)).toEqual(whole)
})

test('starts again when the part belongs to another region', async () => {
  const { location } = await serve(buildWorld())
  const file = createFile()
  await extractRegion({ location, file, bounds: FLORENCE, maxZoom: 2 })
  writeFileSync(`${file}.part`, readFileSync(file))
  const resumed = vi.fn()
  await extractRegion({ location, file, bounds: FLORENCE, maxZoom: 4, onResume: resumed })
  expect(resumed).not.toHaveBeenCalled()
  expect(await readTiles(file, ['4/8/5'])).toEqual(['4/8/5'])
})

test('repeats a request that the server could not answer', async () => {
  const { location, ranges } = await serve(buildWorld(), (count, response) => {
    if (count !== 1) return false
    response.writeHead(503).end()
    return true
  })
  await extractRegion({ location, file: createFile(), bounds: FLORENCE, maxZoom: 4 })
  expect(ranges[0]).toBe(ranges[1])
})

test('rejects a damaged tile and leaves no complete file', async () => {
  const world = buildWorld()
  world.fill(0, world.length - 400)
  const { location } = await serve(world)
  const file = createFile()
  const bounds = [-180, -85, 180, 85] as const
  await expect(extractRegion({ location, file, bounds, maxZoom: 4 })).rejects.toThrow('A tile arrived damaged')
  expect(existsSync(file)).toBe(false)
})

test('stops when the archive is replaced during the download', async () => {
  const { location, version } = await serve(buildWorld(), (count) => {
    if (count > 2) version.etag = '"2"'
    return false
  })
  const extraction = extractRegion({ location, file: createFile(), bounds: FLORENCE, maxZoom: 4 })
  await expect(extraction).rejects.toThrow('The archive was replaced')
})

test('throws when the archive does not cover the region', async () => {
  const location = (await serve(buildTestArchive({ tiles: { '0/0/0': 'x' }, bounds: [0, 0, 10, 10] }))).location
  const extraction = extractRegion({ location, file: createFile(), bounds: [20, 20, 30, 30], maxZoom: 14 })
  await expect(extraction).rejects.toThrow('This archive has no tiles in that region.')
})

test.each(['florence-protomaps.pmtiles', 'florence-openmaptiles.pmtiles'])(
  'copies the old town out of the real archive %s',
  async (name) => {
    const path = findSharedFile(`streets/${name}`)
    if (!path) return
    const { location } = await serve(readFileSync(path))
    const file = createFile()
    await extractRegion({ location, file, bounds: FLORENCE, maxZoom: 15 })
    const [original, copy] = [await openStreetArchive(path), await openStreetArchive(file)]
    onTestFinished(async () => void (await Promise.all([original.close(), copy.close()])))
    expect(copy).toMatchObject({ schema: original.schema, attribution: original.attribution, bounds: [...FLORENCE] })
    const tile = await copy.findTile(14, 8704, 5972)
    expect(tile).toBeDefined()
    expect(tile).toEqual(await original.findTile(14, 8704, 5972))
  },
)
