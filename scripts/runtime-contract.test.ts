import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
/** How many items each section has, from section 0. */
const ITEMS_IN_SECTION = [4, 6, 6, 4, 7, 4, 5, 5, 4, 4, 3, 12, 3]
const ITEMS = ITEMS_IN_SECTION.flatMap((count, section) =>
  Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
)
const LINE = /^\|\s*(\d+\.\d+)\s*\|([^|]*)\|([^|]*)\|([^|]*)\|/gm

interface Row {
  item: string
  files: string[]
  tests: string[]
}

const rows = readRows()

/** The rows of the table, with the paths that stand in backticks. */
function readRows(): Row[] {
  return [...readTable().matchAll(LINE)].map(([, item = '', , files = '', tests = '']) => ({
    item,
    files: listPaths(files),
    tests: listPaths(tests),
  }))
}

function readTable(): string {
  return readFileSync(join(ROOT, 'docs/runtime-contract.md'), 'utf8')
}

/** The tests that speak of this contract; others carry numbers of contracts of their own. */
function listTestFiles(): string[] {
  const inFolders = ['web/app/platform', 'web/server', 'web/tools'].flatMap((folder) =>
    globSync(`${folder}/**/*.test.{ts,tsx}`, { cwd: ROOT }),
  )
  return ['web/app/root.test.ts', ...inFolders, ...globSync('tests/e2e/journeys/runtime-*.spec.ts', { cwd: ROOT })]
}

function listPaths(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, path]) => path ?? '')
}

/** Whether a test file has a test whose name begins with the number. */
function hasTest(file: string, item: string): boolean {
  const name = new RegExp(`\\btest(?:\\.\\w+)*(?:\\([^'"\`]*\\))?\\(\\s*['"\`]${item.replace('.', '\\.')}[ :]`)
  return name.test(readFileSync(join(ROOT, file), 'utf8'))
}

test('every row of the runtime contract has its five columns', () => {
  const lines = readTable()
    .split('\n')
    .filter((line) => /^\|\s*\d+\.\d+\s*\|/.test(line))
  expect(lines).toHaveLength(ITEMS.length)
  expect(lines.filter((line) => line.split('|').length !== 7)).toEqual([])
})

test('every test that carries a number of the runtime contract stands in the row of that number', () => {
  const strays = listTestFiles().flatMap((file) =>
    ITEMS.filter((item) => hasTest(file, item) && !rows.find((row) => row.item === item)?.tests.includes(file)).map(
      (item) => `${item} ${file}`,
    ),
  )
  expect(strays).toEqual([])
})

test('no item of the runtime contract has two rows, and no row an unknown number', () => {
  const numbers = rows.map(({ item }) => item)
  expect(numbers).toEqual([...new Set(numbers)])
  expect(numbers.filter((item) => !ITEMS.includes(item))).toEqual([])
})

for (const item of ITEMS) {
  const row = rows.find((it) => it.item === item)
  test(`${item} of the runtime contract names files and tests that are there`, () => {
    const { files, tests } = row ?? { files: [], tests: [] }
    expect(files.length, 'files').toBeGreaterThan(0)
    expect(tests.length, 'tests').toBeGreaterThan(0)
    expect([...files, ...tests].filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
    expect(tests.filter((file) => !hasTest(file, item))).toEqual([])
  })
}
