import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { handOver } from './route-module-failure-plugin.ts'

const router = dirname(dirname(dirname(fileURLToPath(import.meta.resolve('react-router')))))
const loader = join(router, 'dist/production/lib/dom/ssr/routeModules.js')

test('the router asks the app before it reloads a page whose file does not load (runtime 6.1)', () => {
  const code = handOver(readFileSync(loader, 'utf8'))
  expect(code).toMatch(/handleRouteModuleFailure\(error\);\s+window\.location\.reload\(\)/)
})

test('a router that reads otherwise stops the build (runtime 6.1)', () => {
  expect(() => handOver('window.location.reload()')).toThrow('adapt web/tools/route-module-failure-plugin.ts')
})
