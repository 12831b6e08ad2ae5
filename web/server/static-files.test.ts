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
  return { find, get, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) }
}

test('a file is served with its type and a lifetime that fits its name', async () => {
  using folder = createFolder()
  const script = folder.get('/assets/app-1.js')
  expect(await script?.text()).toBe('plain script')
  expect(script?.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(script?.headers.get('cache-control')).toContain('immutable')
  expect(folder.get('/robots.txt')?.headers.get('cache-control')).toBe('public, max-age=3600')
})

test('the precompressed form goes to those who accept it', async () => {
  using folder = createFolder()
  const script = folder.get('/assets/app-1.js', { 'accept-encoding': 'gzip, br' })
  expect(script?.headers.get('content-encoding')).toBe('br')
  expect(await script?.text()).toBe('brotli')
})

test('a file that the browser has already is not sent again', () => {
  using folder = createFolder()
  const etag = folder.get('/robots.txt')?.headers.get('etag') ?? ''
  expect(folder.get('/robots.txt', { 'if-none-match': etag })?.status).toBe(304)
})

test('a missing script is a plain 404 and a missing page is left to the router', () => {
  using folder = createFolder()
  expect(folder.get('/assets/gone-2.js')?.status).toBe(404)
  expect(folder.get('/about')).toBeUndefined()
})

test('no path leaves the folder', () => {
  using folder = createFolder()
  for (const path of ['/../package.json', '/%2e%2e/package.json', '/assets/../../etc/passwd', '/.env']) {
    expect(folder.get(path)).toBeUndefined()
  }
})

test('the folder of scripts has the public name that the config gives it, and another origin may ask for its files (runtime 7.4)', async () => {
  using folder = createFolder('_build/')
  const script = folder.get('/_build/app-1.js')
  expect(await script?.text()).toBe('plain script')
  expect(script?.headers.get('cache-control')).toContain('immutable')
  expect(script?.headers.get('access-control-allow-origin')).toBe('*')
  expect(folder.get('/_build/gone-1.js')?.status).toBe(404)
})
