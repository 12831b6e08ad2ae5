import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const CONTRACTS = ['auth', 'rest', 'storage', 'realtime', 'functions', 'runtime']
const SOURCES = '{backend,web,tests,scripts,supabase}/**/*.{ts,tsx,sql,md}'
/** A reference such as `(auth N.N)`, or to several sections of one contract: `(auth N.N, N)`. */
const REFERENCE = new RegExp(`\\((${CONTRACTS.join('|')}) (\\d+(?:\\.\\d+)*(?:, \\d+(?:\\.\\d+)*)*)\\)`, 'g')

/** Returns the section numbers of a contract, from its numbered headings and table rows. */
function listSections(contract: string): Set<string> {
  const path = join(ROOT, 'docs/contracts', `${contract}.md`)
  if (!existsSync(path)) return new Set()
  const numbered = /^(?:#{2,4} |\|\s*)(\d+(?:\.\d+)*)\.?(?=[\s|])/gm
  return new Set([...readFileSync(path, 'utf8').matchAll(numbered)].map(([, number = '']) => number))
}

test('every reference to a contract names one of its sections', () => {
  const sections = new Map(CONTRACTS.map((contract) => [contract, listSections(contract)]))
  const broken = globSync(SOURCES, { cwd: ROOT, exclude: (path) => path.includes('node_modules') }).flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(REFERENCE)]
      .flatMap(([, contract = '', numbers = '']) => numbers.split(', ').map((number) => ({ contract, number })))
      .filter(({ contract, number }) => !sections.get(contract)?.has(number))
      .map(({ contract, number }) => `${file}: ${contract} ${number}`),
  )
  expect(broken).toEqual([])
})
