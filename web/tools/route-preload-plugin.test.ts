import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { patchRoutes } from './route-preload-plugin.ts'

const router = dirname(dirname(dirname(fileURLToPath(import.meta.resolve('react-router')))))

function patch(name: string): string | undefined {
  const id = join(router, 'dist/production/lib/dom/ssr', name)
  return patchRoutes(readFileSync(id, 'utf8'), id)
}

test('makes the router call the app for the files of a route', () => {
  const code = patch('links.js')
  expect(code).toMatch(/prefetchRouteCss\(route\) \{ if \(window\.preloadRoute\) return window\.preloadRoute\(route\);/)
  expect(code).toMatch(/await window\.preloadRoute\(route\); else if \(route\.css\) descriptors\.push/)
})

test('makes the router wait for a loader before it waits for styles', () => {
  expect(patch('routes.js')).toMatch(/return await handler\(\);\s+\} finally/)
})

test('leaves other modules as they are', () => {
  expect(patch('single-fetch.js')).toBeUndefined()
})

test('fails the build if the source of the router has changed', () => {
  const id = join(router, 'dist/production/lib/dom/ssr/links.js')
  expect(() => patchRoutes('', id)).toThrow('adapt web/tools/route-preload-plugin.ts')
})
