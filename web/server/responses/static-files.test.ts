import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createStaticFiles } from './static-files.ts'

function createFolder(assetsDirectory = 'assets/') {
  const folder = mkdtempSync(join(tmpdir(), 'static-files-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'assets/app-1.js'), 'plain script')
  writeFileSync(join(folder, 'assets/app-1.js.br'), 'brotli')
  writeFileSync(join(folder, 'robots.txt'), 'User-agent: *')
  const find = createStaticFiles(folder, assetsDirectory)
  const get = (path: string, headers: Record<string, string> = {}) =>
    find(new Request(`http://here${path}`, { headers }))
  return { path: folder, get, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) }
}

test('serves a file with its type and the cache time of its name', async () => {
  using folder = createFolder()
  const script = folder.get('/assets/app-1.js')
  expect(await script?.text()).toBe('plain script')
  expect(script?.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(script?.headers.get('cache-control')).toContain('immutable')
  expect(folder.get('/robots.txt')?.headers.get('cache-control')).toBe('public, max-age=3600')
})

test('serves the precompressed form to clients that accept it', async () => {
  using folder = createFolder()
  const script = folder.get('/assets/app-1.js', { 'accept-encoding': 'gzip, br' })
  expect(script?.headers.get('content-encoding')).toBe('br')
  expect(await script?.text()).toBe('brotli')
})

test('returns 304 for a file that the browser has, also through a proxy that compresses it', () => {
  using folder = createFolder()
  const etag = folder.get('/robots.txt')?.headers.get('etag') ?? ''
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
    expect(folder.get('/robots.txt', { 'if-none-match': known })?.status).toBe(304)
  }
})

test('returns 404 for a missing script, and leaves missing pages to the router', () => {
  using folder = createFolder()
  expect(folder.get('/assets/gone-2.js')?.status).toBe(404)
  expect(folder.get('/about')).toBeUndefined()
})

test('serves files of nested folders, but no folder', async () => {
  using folder = createFolder()
  mkdirSync(join(folder.path, 'basemap/v1/3'), { recursive: true })
  writeFileSync(join(folder.path, 'basemap/v1/3/5.pbf'), 'tile')
  expect(await folder.get('/basemap/v1/3/5.pbf')?.text()).toBe('tile')
  for (const path of [
    '/basemap/v1/3',
    '/basemap/v1/3/',
    '/basemap//v1/3/5.pbf',
    '/basemap/v1/3/5.pbf/x',
    '/basemap/v2/3/5.pbf',
  ])
    expect(folder.get(path)?.status).toBe(404)
  expect(folder.get('/robots.txt/x')).toBeUndefined()
})

test('returns 404 for files of a folder that a new build has removed', () => {
  using folder = createFolder()
  mkdirSync(join(folder.path, 'basemap/old'), { recursive: true })
  expect(folder.get('/basemap/new/5.pbf')?.status).toBe(404)
  rmSync(join(folder.path, 'basemap/old'), { recursive: true })
  expect(folder.get('/basemap/old/5.pbf')?.status).toBe(404)
})

test('never serves a path outside the folder', () => {
  using folder = createFolder()
  for (const path of ['/../package.json', '/%2e%2e/package.json', '/assets/../../etc/passwd', '/.env']) {
    expect(folder.get(path)).toBeUndefined()
  }
})

test('serves assets under their configured name, with CORS (runtime 7.4)', async () => {
  using folder = createFolder('_build/')
  const script = folder.get('/_build/app-1.js')
  expect(await script?.text()).toBe('plain script')
  expect(script?.headers.get('cache-control')).toContain('immutable')
  expect(script?.headers.get('access-control-allow-origin')).toBe('*')
  expect(folder.get('/_build/gone-1.js')?.status).toBe(404)
})
