import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { findImporter, retryImportOf } from './import-retry-plugin.ts'

const router = dirname(dirname(dirname(fileURLToPath(import.meta.resolve('react-router')))))
const LOADER = join(router, 'dist/production/lib/dom/ssr/routeModules.js')

test('the router and the helper of the bundler import chunks through the app (runtime 8.1)', () => {
  const loader = findImporter(LOADER)
  expect(loader && retryImportOf(readFileSync(LOADER, 'utf8'), loader)).toMatch(
    /window\.importWithRetry\(\(\) => import\([^)]*route\.module\s*\)\)/,
  )
  const helper = findImporter('\0vite/preload-helper.js')
  expect(helper && retryImportOf('return baseModule().catch(handle)', helper)).toBe(
    'return (window.importWithRetry ? window.importWithRetry(baseModule) : baseModule()).catch(handle)',
  )
  expect(findImporter('/app/root.tsx')).toBeUndefined()
})

test('fails the build if the source of an importer has changed (runtime 8.1)', () => {
  const loader = findImporter(LOADER)
  expect(() => loader && retryImportOf('import(route.file)', loader)).toThrow('adapt web/tools/import-retry-plugin.ts')
})
