import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'
import * as v from 'valibot'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const PackageFile = v.object({
  version: v.string(),
  dependencies: v.optional(v.record(v.string(), v.string()), {}),
  devDependencies: v.optional(v.record(v.string(), v.string()), {}),
})

const web = v.parse(PackageFile, JSON.parse(readFileSync(join(ROOT, 'web/package.json'), 'utf8')))
const wanted: Record<string, string> = { ...web.dependencies, ...web.devDependencies }

/** Returns the version of a package that the web app resolves to. */
function findInstalled(name: string): string {
  const { resolve } = createRequire(join(ROOT, 'web/package.json'))
  const folder = resolve.paths(name)?.find((path) => existsSync(join(path, name, 'package.json')))
  return v.parse(PackageFile, JSON.parse(readFileSync(join(folder ?? '', name, 'package.json'), 'utf8'))).version
}

function listExports(file: string): (string | null)[] {
  const { staticExports } = parseSync(file, readFileSync(file, 'utf8')).module
  return staticExports.flatMap(({ entries }) => entries.map(({ exportName }) => exportName.name))
}

test('pins the router, its build and its server to one version (runtime 0.1)', () => {
  const names = ['react-router', '@react-router/node', '@react-router/dev']
  const versions = new Set(names.flatMap((name) => [wanted[name], findInstalled(name)]))
  expect(versions.size).toBe(1)
})

test('pins the data client and the auth client inside it to one version (runtime 0.2)', () => {
  const names = ['@supabase/supabase-js', '@supabase/auth-js']
  expect(new Set(names.map(findInstalled))).toEqual(new Set([wanted['@supabase/supabase-js']]))
})

test('only the root route exports client middleware (runtime 0.4)', () => {
  const app = join(ROOT, 'web/app')
  const holders = readdirSync(app, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .filter((file) => listExports(join(app, file)).includes('clientMiddleware'))
  expect(holders).toEqual(['root.tsx'])
})
