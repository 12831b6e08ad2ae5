import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const Names = v.optional(v.record(v.string(), v.string()), {})
const PackageFile = v.object({ dependencies: Names, devDependencies: Names, optionalDependencies: Names })

function listDependencies(): Set<string> {
  const files = ['package.json', 'web/package.json', 'backend/package.json']
  const names = files.flatMap((file) => {
    const parsed = v.parse(PackageFile, JSON.parse(readFileSync(join(ROOT, file), 'utf8')))
    return Object.values(parsed).flatMap(Object.keys)
  })
  return new Set(names.filter((name) => name !== 'backend' && !name.startsWith('@types/')))
}

test('docs/dependencies.md lists every dependency and no other', () => {
  const text = readFileSync(join(ROOT, 'docs/dependencies.md'), 'utf8')
  const cells = [...text.matchAll(/^\| (`.+?) \|/gm)].map(([, cell]) => cell ?? '')
  const listed = cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? ''))
  expect(listed.filter((name) => name !== '@types/*').sort()).toEqual([...listDependencies()].sort())
})
