import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { applyPatches, listPatches } from './route-preload-plugin.ts'

const router = dirname(dirname(dirname(fileURLToPath(import.meta.resolve('react-router')))))

const toId = (name: string) => join(router, 'dist/production/lib/dom/ssr', name)
const patch = (name: string) => applyPatches(readFileSync(toId(name), 'utf8'), listPatches(toId(name)))

test('makes the router call the app for the files of a route', () => {
  const code = patch('links.js')
  expect(code).toMatch(/prefetchRouteCss\(route\) \{ if \(window\.preloadRoute\) return window\.preloadRoute\(route\);/)
  expect(code).toMatch(/await window\.preloadRoute\(route\); else if \(route\.css\) descriptors\.push/)
})

test('makes the router wait for a loader before it waits for styles', () => {
  expect(patch('routes.js')).toMatch(/return await handler\(\);\s+\} finally/)
})

test('leaves other modules as they are', () => {
  expect(listPatches(toId('single-fetch.js'))).toEqual([])
})

test('fails the build if the source of the router has changed', () => {
  expect(() => applyPatches('', listPatches(toId('links.js')))).toThrow('adapt web/tools/route-preload-plugin.ts')
})
