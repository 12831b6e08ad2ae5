import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import { Readable } from 'node:stream'
import { hasTag } from './has-tag.ts'

const IMMUTABLE = 'public, max-age=31536000, immutable'
const SHORT = 'public, max-age=3600'
/** The build's folder of files with content hashes in their names. */
const BUILT_FOLDER = '/assets/'
/** Folders with immutable files: assets and base map tiles. */
const IMMUTABLE_FOLDERS = /^\/(?:assets|basemap)\//
/** The only mutable file in these folders. It names the newest build. */
const LATEST_BUILD = '/assets/builds/latest.json'
const MOMENTARY = 'public, max-age=1'
const MISSING = { status: 404, headers: { 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' } }

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.geojson': 'application/geo+json',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.mjs': 'text/javascript; charset=utf-8',
  '.pbf': 'application/vnd.mapbox-vector-tile',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}
const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

interface StaticFile {
  file: string
  size: number
  modified: Date
}

/**
 * Serves the files of a folder, precompressed where a `.br` or `.gz` exists next to the original. The names in
 * a folder are read once, so missing files cost no disk access. Returns undefined for paths that may be pages. A file of an
 * older build is a plain 404, so that a page is never returned in place of a script. `assetsDirectory` is the public
 * name of the asset folder.
 */
export function createStaticFiles(folder: string, assetsDirectory: string): (request: Request) => Response | undefined {
  const findFile = indexFiles(folder)
  const shown = `/${assetsDirectory}`
  return (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return undefined
    const { pathname } = new URL(request.url)
    const path = pathname.startsWith(shown) ? BUILT_FOLDER + pathname.slice(shown.length) : pathname
    const plain = findFile(path)
    if (!plain) return IMMUTABLE_FOLDERS.test(path) ? new Response('No such file.\n', MISSING) : undefined
    const accepted = request.headers.get('accept-encoding') ?? ''
    const encoding = ENCODINGS.find(([name, ending]) => accepted.includes(name) && findFile(path + ending))
    const chosen = (encoding && findFile(path + encoding[1])) ?? plain
    const headers = describe(path, chosen, encoding?.[0])
    if (hasTag(request.headers.get('if-none-match'), headers.get('etag') ?? ''))
      return new Response(null, { status: 304, headers })
    headers.set('content-length', String(chosen.size))
    if (request.method === 'HEAD') return new Response(null, { headers })
    return new Response(Readable.toWeb(createReadStream(chosen.file)) as ReadableStream<Uint8Array>, { headers })
  }
}

function describe(path: string, { size, modified }: StaticFile, encoding: string | undefined): Headers {
  const headers = new Headers({
    // Public, because modules and fonts from another origin are requested with CORS.
    'access-control-allow-origin': '*',
    'cache-control': chooseCaching(path),
    'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
    etag: `"${size.toString(36)}-${modified.getTime().toString(36)}"`,
    'last-modified': modified.toUTCString(),
    vary: 'accept-encoding',
    'x-content-type-options': 'nosniff',
  })
  if (encoding) headers.set('content-encoding', encoding)
  return headers
}

function chooseCaching(path: string): string {
  if (path === LATEST_BUILD) return MOMENTARY
  return IMMUTABLE_FOLDERS.test(path) ? IMMUTABLE : SHORT
}

/** The files and subfolders of a folder, by name. */
type Entries = Map<string, 'file' | Folder>
interface Folder {
  path: string
  /** Read when a path below the folder is first requested: reading all 9,000 names would delay the start by 130 ms. */
  entries?: Entries
}

/** Returns a function that finds a file by its path below the folder. */
function indexFiles(folder: string): (path: string) => StaticFile | undefined {
  const root: Folder = { path: folder }
  const known = new Map<string, StaticFile>()
  return (path) => {
    const seen = known.get(path)
    if (seen || !hasFile(root, path.slice(1).split('/'))) return seen
    const file = join(folder, path)
    const stats = statSync(file, { throwIfNoEntry: false })
    if (!stats) return undefined
    const found = { file, size: stats.size, modified: stats.mtime }
    known.set(path, found)
    return found
  }
}

function hasFile(root: Folder, names: string[]): boolean {
  let entry: 'file' | Folder | undefined = root
  for (const name of names) {
    if (entry === undefined || entry === 'file') return false
    entry.entries ??= readEntries(entry.path)
    entry = entry.entries.get(name)
  }
  return entry === 'file'
}

/** Returns no entries for a folder that a new build has removed. */
function readEntries(path: string): Entries {
  const entries: Entries = new Map()
  if (!existsSync(path)) return entries
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.isFile()) entries.set(entry.name, 'file')
    if (entry.isDirectory()) entries.set(entry.name, { path: join(path, entry.name) })
  }
  return entries
}
