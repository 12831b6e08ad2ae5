import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
/** The number of items in each section, from section 0. */
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

/** Returns the rows of the contract's tables, with the paths in backticks. */
function readRows(): Row[] {
  return [...readTable().matchAll(LINE)].map(([, item = '', , files = '', tests = '']) => ({
    item,
    files: listPaths(files),
    tests: listPaths(tests),
  }))
}

function readTable(): string {
  return readFileSync(join(ROOT, 'docs/contracts/runtime.md'), 'utf8')
}

/** Returns every test file of the web app and the browser journeys. */
function listTestFiles(): string[] {
  return globSync(['web/{app,server,tools}/**/*.test.{ts,tsx}', 'tests/e2e/**/*.spec.ts'], { cwd: ROOT })
}

function listPaths(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, path]) => path ?? '')
}

/** Returns true when the title of a test in the file refers to the item, as in `(runtime 7.4)`. */
function hasTest(file: string, item: string): boolean {
  return new RegExp(`\\(runtime (?:[\\d.]+, )*${item.replace('.', '\\.')}[,)]`).test(
    readFileSync(join(ROOT, file), 'utf8'),
  )
}

test('every row of the runtime contract has its five columns', () => {
  const lines = readTable()
    .split('\n')
    .filter((line) => /^\|\s*\d+\.\d+\s*\|/.test(line))
  expect(lines).toHaveLength(ITEMS.length)
  expect(lines.filter((line) => line.split('|').length !== 7)).toEqual([])
})

test('every test that refers to an item of the runtime contract is listed in the row of that item', () => {
  const unlisted = listTestFiles().flatMap((file) =>
    ITEMS.filter((item) => hasTest(file, item) && !rows.find((row) => row.item === item)?.tests.includes(file)).map(
      (item) => `${item} ${file}`,
    ),
  )
  expect(unlisted).toEqual([])
})

test('each item of the runtime contract has one row and each row a known number', () => {
  const numbers = rows.map(({ item }) => item)
  expect(numbers).toEqual([...new Set(numbers)])
  expect(numbers.filter((item) => !ITEMS.includes(item))).toEqual([])
})

for (const item of ITEMS) {
  const row = rows.find((it) => it.item === item)
  test(`item ${item} of the runtime contract names files and tests that exist`, () => {
    const { files, tests } = row ?? { files: [], tests: [] }
    expect(files.length, 'files').toBeGreaterThan(0)
    expect(tests.length, 'tests').toBeGreaterThan(0)
    expect([...files, ...tests].filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
    expect(tests.filter((file) => !hasTest(file, item))).toEqual([])
  })
}
