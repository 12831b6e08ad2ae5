import { gunzipSync } from 'node:zlib'
import type { StreetMap } from './street-map.ts'

const PATTERN = new URLPattern({
  pathname: '/basemap/streets/:version([0-9a-f]+)/:z(\\d{1,2})/:x(\\d{1,8})/:y(\\d{1,8}).mvt',
})
const IMMUTABLE = 'public, max-age=31536000, immutable'
const TYPE = 'application/vnd.mapbox-vector-tile'
const MAX_ZOOM = 22

/**
 * Serves `/basemap/streets/{version}/{z}/{x}/{y}.mvt`: the tile as stored, and 204 where there is none. 404 means that
 * only a lower zoom has a tile, or that the version is wrong. Returns undefined for other paths.
 */
export function serveStreetTile(request: Request, map: StreetMap): Promise<Response> | undefined {
  const groups = PATTERN.exec(request.url)?.pathname.groups
  if (!groups) return undefined
  const [z, x, y] = [Number(groups.z), Number(groups.x), Number(groups.y)]
  const isInRange = z <= MAX_ZOOM && x < 2 ** z && y < 2 ** z
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (!isRead || !isInRange || groups.version !== map.settings?.version) return Promise.resolve(missingTile())
  return sendTile(request, map, { z, x, y, etag: `"${groups.version}-${z}-${x}-${y}"` })
}

/** Returns the bytes of a tile, decompressed. Undefined where there is none. Throws when an archive cannot be read. */
export async function readStreetTile(map: StreetMap, z: number, x: number, y: number): Promise<Uint8Array | undefined> {
  const tile = await map.findTile(z, x, y)
  if (!tile) return undefined
  return tile.isGzipped ? gunzipSync(tile.bytes) : new Uint8Array(tile.bytes)
}

async function sendTile(
  request: Request,
  map: StreetMap,
  { z, x, y, etag }: { z: number; x: number; y: number; etag: string },
): Promise<Response> {
  const headers = new Headers({ 'cache-control': IMMUTABLE, etag, vary: 'accept-encoding' })
  if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers })
  const acceptsGzip = /\bgzip\b/.test(request.headers.get('accept-encoding') ?? '')
  const tile = await readTile(map, { z, x, y, acceptsGzip }).catch(() => null)
  if (tile === null) return unreachable()
  // After a 404 the map shows a part of the tile of a lower zoom.
  if (!tile) return new Response(null, { status: map.hasCoarserTile(z, x, y) ? 404 : 204, headers })
  headers.set('content-type', TYPE)
  if (tile.isGzipped) headers.set('content-encoding', 'gzip')
  return new Response(request.method === 'HEAD' ? null : tile.bytes, { headers })
}

/** Returns a tile, compressed only if the client accepts that. Throws when it cannot be read or decompressed. */
async function readTile(
  map: StreetMap,
  { z, x, y, acceptsGzip }: { z: number; x: number; y: number; acceptsGzip: boolean },
): Promise<{ bytes: ArrayBuffer | Buffer<ArrayBuffer>; isGzipped: boolean } | undefined> {
  const tile = await map.findTile(z, x, y)
  return tile?.isGzipped && !acceptsGzip ? { bytes: gunzipSync(tile.bytes), isGzipped: false } : tile
}

function missingTile(): Response {
  return new Response('There is no such tile.\n', {
    status: 404,
    headers: { 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' },
  })
}

/**
 * Returns the response when the server of an archive does not answer, or a file is damaged. The map stays on the offline
 * base map.
 */
function unreachable(): Response {
  return new Response('The map archive cannot be read at the moment.\n', {
    status: 503,
    headers: { 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8', 'retry-after': '30' },
  })
}
