import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
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

/** The version of a package that the web app really gets. */
function findInstalled(name: string): string {
  const { resolve } = createRequire(join(ROOT, 'web/package.json'))
  const folder = resolve.paths(name)?.find((path) => existsSync(join(path, name, 'package.json')))
  return v.parse(PackageFile, JSON.parse(readFileSync(join(folder ?? '', name, 'package.json'), 'utf8'))).version
}

test('the router, its build and its server are of one version, pinned (runtime 0.1)', () => {
  const names = ['react-router', '@react-router/node', '@react-router/dev']
  expect(names.map((name) => wanted[name])).toEqual(['8.4.0', '8.4.0', '8.4.0'])
  expect(names.map(findInstalled)).toEqual(['8.4.0', '8.4.0', '8.4.0'])
})

test('the data client is the version that its tests pin, on a Node that the router takes (runtime 0.2)', () => {
  expect(wanted['@supabase/supabase-js']).toBe('2.119.0')
  expect(findInstalled('@supabase/supabase-js')).toBe('2.119.0')
  expect(findInstalled('@supabase/auth-js')).toBe('2.119.0')
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  expect(major * 1000 + minor).toBeGreaterThanOrEqual(22_022)
})

test('middleware of the browser stands in the root alone, whose file is loaded from the start (runtime 0.4)', () => {
  const app = join(ROOT, 'web/app')
  const holders = readdirSync(app, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .filter((file) =>
      /export (?:const|async function|function) clientMiddleware\b/.test(readFileSync(join(app, file), 'utf8')),
    )
  expect(holders).toEqual(['root.tsx'])
})
