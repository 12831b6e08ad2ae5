import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test, vi } from 'vitest'
import { serveStreetTile } from './serve-street-tile.ts'
import { openStreetMap } from './street-map.ts'
import { buildTestArchive, type TestArchive } from './test-archive.ts'

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hereabouts-streets-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

function writeArchive(name: string, archive: TestArchive, folder = createFolder()): string {
  const path = join(folder, name)
  writeFileSync(path, buildTestArchive(archive))
  return path
}

async function openMap(locations: string[], folder = '/nowhere') {
  const warn = vi.fn()
  const map = await openStreetMap({ locations, folder, warn })
  onTestFinished(() => map.close())
  return { map, warn }
}

const read = async (map: Awaited<ReturnType<typeof openMap>>['map'], z: number, x: number, y: number) => {
  const tile = await map.findTile(z, x, y)
  return tile && gunzipSync(tile.bytes).toString()
}

test('recognises both schemas and shows the attribution as plain text', async () => {
  const tiles = { '0/0/0': 'world' }
  const protomaps = await openMap([writeArchive('a.pmtiles', { tiles })])
  expect(protomaps.map.settings).toMatchObject({ schema: 'protomaps', attribution: '© Mappers', maxZoom: 14 })
  const other = await openMap([writeArchive('b.pmtiles', { tiles, layers: ['transportation', 'place'] })])
  expect(other.map.settings).toMatchObject({ schema: 'openmaptiles' })
})

test('returns a tile from the most detailed archive that has it', async () => {
  const world = writeArchive('world.pmtiles', {
    tiles: { '0/0/0': 'world', '1/1/0': 'world north-east' },
    zooms: [0, 6],
  })
  const region = writeArchive('region.pmtiles', {
    tiles: { '0/0/0': 'region', '14/8700/5900': 'streets' },
    bounds: [11, 43, 12, 48],
  })
  const { map } = await openMap([world, region])
  expect(await read(map, 0, 0, 0)).toBe('region')
  expect(await read(map, 1, 1, 0)).toBe('world north-east')
  expect(await read(map, 1, 0, 1)).toBeUndefined()
  expect(map.settings?.areas).toEqual([[11, 43, 12, 48]])
})

test('tells tiles that only exist at a lower zoom from tiles without streets', async () => {
  const country = writeArchive('country.pmtiles', {
    tiles: { '13/4350/2950': 'country' },
    bounds: [10, 40, 12, 48],
    zooms: [0, 13],
  })
  const city = writeArchive('city.pmtiles', { tiles: { '14/8700/5900': 'city' }, bounds: [11.16, 44.8, 11.18, 44.9] })
  const world = writeArchive('world.pmtiles', { tiles: { '0/0/0': 'world' }, zooms: [0, 6] })
  const { map } = await openMap([country, city, world])
  const url = `http://site.test/basemap/streets/${map.settings?.version}`
  const get = async (path: string) => (await serveStreetTile(new Request(url + path), map))?.status
  expect(await get('/14/8700/5900.mvt')).toBe(200)
  expect(await get('/14/8701/5901.mvt')).toBe(404)
  expect(await get('/13/4350/2950.mvt')).toBe(200)
  expect(await get('/13/4351/2950.mvt')).toBe(204)
  expect(await get('/14/2/2.mvt')).toBe(204)
})

test('leaves out unusable archives and logs the reason', async () => {
  const folder = createFolder()
  writeFileSync(join(folder, 'text.pmtiles'), 'this is no archive at all, but long enough for a header'.repeat(10))
  writeArchive('raster.pmtiles', { tiles: { '0/0/0': 'x' }, tileType: 2 }, folder)
  writeArchive('foreign.pmtiles', { tiles: { '0/0/0': 'x' }, layers: ['lines'] }, folder)
  const good = writeArchive('good.pmtiles', { tiles: { '0/0/0': 'good' } }, folder)
  const { map, warn } = await openMap([join(folder, 'missing.pmtiles')], folder)
  expect(await read(map, 0, 0, 0)).toBe('good')
  const reasons = warn.mock.calls.map(([, { location, reason }]) => [location.split('/').pop(), reason])
  expect(Object.fromEntries(reasons)).toMatchObject({
    'text.pmtiles': expect.any(String),
    'raster.pmtiles': 'it contains no vector tiles',
    'foreign.pmtiles': 'its layers are neither those of Protomaps nor those of OpenMapTiles',
    'missing.pmtiles': expect.stringContaining('ENOENT'),
  })
  expect(good).toContain('good')
})

test('has no streets without an archive', async () => {
  const { map } = await openMap([])
  expect(map.settings).toBeUndefined()
  expect(await map.findTile(0, 0, 0)).toBeUndefined()
})

test('notices files that are added to and removed from the folder', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const folder = join(createFolder(), 'maps')
  const { map } = await openMap([], folder)
  mkdirSync(folder)
  const path = writeArchive('florence.pmtiles', { tiles: { '0/0/0': 'first' } }, folder)
  await vi.advanceTimersByTimeAsync(30_000)
  await vi.waitFor(() => expect(map.settings).toBeDefined())
  const before = map.settings?.version
  writeFileSync(path, buildTestArchive({ tiles: { '0/0/0': 'second one' } }))
  await vi.advanceTimersByTimeAsync(30_000)
  await vi.waitFor(() => expect(map.settings?.version).not.toBe(before))
  expect(await read(map, 0, 0, 0)).toBe('second one')
  rmSync(path)
  await vi.advanceTimersByTimeAsync(30_000)
  await vi.waitFor(() => expect(map.settings).toBeUndefined())
})

test('reads an archive of another server by ranges', async () => {
  const bytes = buildTestArchive({ tiles: { '0/0/0': 'far away' } })
  const ranges: (string | undefined)[] = []
  const server = createServer((request, response) => {
    ranges.push(request.headers.range)
    const [, from = '0', to = ''] = /bytes=(\d+)-(\d*)/.exec(request.headers.range ?? '') ?? []
    const part = bytes.subarray(Number(from), Number(to) + 1)
    response.writeHead(206, { etag: '"1"', 'content-range': `bytes ${from}-${to}/${bytes.length}` }).end(part)
  }).listen(0)
  onTestFinished(() => void server.close())
  const { map } = await openMap([`http://127.0.0.1:${(server.address() as AddressInfo).port}/world.pmtiles`])
  expect(await read(map, 0, 0, 0)).toBe('far away')
  const count = ranges.length
  await read(map, 0, 0, 0)
  // The directories are cached, so only the tile is read again.
  expect(ranges).toHaveLength(count + 1)
  expect(ranges).not.toContain(undefined)
})

test('returns a tile as stored, with an ETag and an unlimited lifetime', async () => {
  const { map } = await openMap([writeArchive('a.pmtiles', { tiles: { '1/1/0': 'tile' } })])
  const url = `http://site.test/basemap/streets/${map.settings?.version}`
  const get = async (path: string, init?: RequestInit) => serveStreetTile(new Request(url + path, init), map)
  const stored = await get('/1/1/0.mvt', { headers: { 'accept-encoding': 'gzip, br' } })
  expect(Object.fromEntries(stored?.headers ?? [])).toMatchObject({
    'content-encoding': 'gzip',
    'content-type': 'application/vnd.mapbox-vector-tile',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  const plain = await get('/1/1/0.mvt', { headers: { 'accept-encoding': 'identity' } })
  expect(await plain?.text()).toBe('tile')
  const etag = stored?.headers.get('etag') ?? ''
  expect((await get('/1/1/0.mvt', { headers: { 'if-none-match': etag } }))?.status).toBe(304)
  expect((await get('/1/0/0.mvt'))?.status).toBe(204)
})

test.each(['/1/2/0.mvt', '/25/0/0.mvt', '/1/0/99999999.mvt'])(
  'returns 404 for the tile %s outside the world',
  async (path) => {
    const { map } = await openMap([writeArchive('a.pmtiles', { tiles: { '0/0/0': 'tile' } })])
    const url = `http://site.test/basemap/streets/${map.settings?.version}`
    expect((await serveStreetTile(new Request(url + path), map))?.status).toBe(404)
  },
)

test('returns 404 for another version, other methods and a site without streets', async () => {
  const { map } = await openMap([writeArchive('a.pmtiles', { tiles: { '0/0/0': 'tile' } })])
  const url = `http://site.test/basemap/streets/${map.settings?.version}/0/0/0.mvt`
  expect((await serveStreetTile(new Request('http://site.test/basemap/streets/abc/0/0/0.mvt'), map))?.status).toBe(404)
  expect((await serveStreetTile(new Request(url, { method: 'DELETE' }), map))?.status).toBe(404)
  const { map: none } = await openMap([])
  expect((await serveStreetTile(new Request(url), none))?.status).toBe(404)
  expect(serveStreetTile(new Request('http://site.test/explore'), map)).toBeUndefined()
})

test('warns once about a folder that cannot be read, and serves its archives once it can be', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const folder = join(createFolder(), 'maps')
  writeFileSync(folder, 'not a folder')
  const { map, warn } = await openMap([], folder)
  vi.advanceTimersByTime(60_000)
  await vi.waitFor(() => expect(warn).toHaveBeenCalledOnce())
  rmSync(folder)
  mkdirSync(folder)
  writeArchive('a.pmtiles', { tiles: { '0/0/0': 'world' } }, folder)
  vi.advanceTimersByTime(30_000)
  await vi.waitFor(() => expect(map.settings).toMatchObject({ maxZoom: 14 }))
})
