import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { handOver } from './route-module-failure-plugin.ts'

const router = dirname(dirname(dirname(fileURLToPath(import.meta.resolve('react-router')))))
const loader = join(router, 'dist/production/lib/dom/ssr/routeModules.js')

test('6.1 the router asks the app before it reloads a page whose file does not load', () => {
  const code = handOver(readFileSync(loader, 'utf8'))
  expect(code).toMatch(/handleRouteModuleFailure\(error\);\s+window\.location\.reload\(\)/)
})

test('6.1 a router that reads otherwise stops the build', () => {
  expect(() => handOver('window.location.reload()')).toThrow('adapt web/tools/route-module-failure-plugin.ts')
})
