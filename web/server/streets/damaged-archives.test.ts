import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { serveStreetTile } from './serve-street-tile.ts'
import { openStreetMap } from './street-map.ts'
import { buildTestArchive } from './test-archive.ts'

const ARCHIVE = buildTestArchive({ tiles: { '0/0/0': 'x', '1/1/0': 'a tile' } })

async function open(bytes: Buffer) {
  const folder = mkdtempSync(join(tmpdir(), 'hereabouts-streets-'))
  const path = join(folder, 'a.pmtiles')
  writeFileSync(path, bytes)
  const warn = vi.fn()
  const map = await openStreetMap({ locations: [], folder, warn })
  onTestFinished(async () => {
    await map.close()
    rmSync(folder, { recursive: true })
  })
  const get = (encoding: string) => {
    const url = `http://site.test/basemap/streets/${map.settings?.version}/1/1/0.mvt`
    return serveStreetTile(new Request(url, { headers: { 'accept-encoding': encoding } }), map)
  }
  return { path, map, warn, get }
}

test('leaves out a file that is still being copied', async () => {
  for (const missing of [1, 20, ARCHIVE.length - 200]) {
    const { map, warn } = await open(ARCHIVE.subarray(0, ARCHIVE.length - missing))
    expect([missing, map.settings]).toEqual([missing, undefined])
    expect(warn).toHaveBeenCalledWith('a map archive cannot be used', expect.anything())
  }
})

test.each(['gzip', 'identity'])('sends no part of a tile of a file that was truncated (%s)', async (encoding) => {
  const { path, get } = await open(ARCHIVE)
  expect((await get(encoding))?.status).toBe(200)
  truncateSync(path, ARCHIVE.length - 3)
  const response = await get(encoding)
  expect([response?.status, response?.headers.get('cache-control')]).toEqual([503, 'no-store'])
})

test('returns 503 for a tile that cannot be decompressed', async () => {
  const { get } = await open(Buffer.concat([ARCHIVE.subarray(0, -26), Buffer.alloc(26, 7)]))
  const response = await get('identity')
  expect([response?.status, response?.headers.get('cache-control')]).toEqual([503, 'no-store'])
})

test('opens an archive again that another server has replaced, and never sends its tiles under the old version', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  let bytes = buildTestArchive({ tiles: { '0/0/0': 'old' } })
  const server = createServer((request, response) => {
    const [, from = '0', to = ''] = /bytes=(\d+)-(\d*)/.exec(request.headers.range ?? '') ?? []
    const part = bytes.subarray(Number(from), Number(to) + 1)
    response.writeHead(206, { etag: `"${bytes.length}"` }).end(part)
  }).listen(0)
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/world.pmtiles`
  const map = await openStreetMap({ locations: [url], folder: '/nowhere', warn: vi.fn() })
  onTestFinished(() => map.close())
  const get = (version = '') =>
    serveStreetTile(new Request(`http://site.test/basemap/streets/${version}/0/0/0.mvt`), map)
  const old = map.settings?.version
  expect(await (await get(old))?.text()).toBe('old')
  bytes = buildTestArchive({ tiles: { '0/0/0': 'a new one' } })
  for (let attempt = 0; attempt < 2; attempt += 1) expect((await get(old))?.status).toBe(503)
  await vi.advanceTimersByTimeAsync(30_000)
  await vi.waitFor(() => expect(map.settings?.version).not.toBe(old))
  expect((await get(old))?.status).toBe(404)
  expect(await (await get(map.settings?.version))?.text()).toBe('a new one')
})
