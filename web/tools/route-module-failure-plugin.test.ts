import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { patchLoader } from './route-module-failure-plugin.ts'

const router = dirname(dirname(dirname(fileURLToPath(import.meta.resolve('react-router')))))
const loader = join(router, 'dist/production/lib/dom/ssr/routeModules.js')

test('makes the router call the app before it reloads a page with a module that fails to load (runtime 6.1)', () => {
  const code = patchLoader(readFileSync(loader, 'utf8'))
  expect(code).toMatch(/handleRouteModuleFailure\(error\);\s+window\.location\.reload\(\)/)
})

test('fails the build if the source of the router has changed (runtime 6.1)', () => {
  expect(() => patchLoader('window.location.reload()')).toThrow('adapt web/tools/route-module-failure-plugin.ts')
})
