// Writes the table of code sizes in docs/architecture.md: node scripts/generate-code-figures.ts [--check]
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { measureCode } from './figures/measure-code.ts'
import { writeGenerated } from './generated-file.ts'

const ROOT = join(import.meta.dirname, '..')
const PAGE = join(ROOT, 'docs/architecture.md')
const BLOCK = /(<!-- code figures: npm run docs:figures -->\n)[\s\S]*?(<!-- end -->)/
const AREAS = {
  backend: 'backend/src/**/*.ts',
  web: 'web/{app,server}/**/*.{ts,tsx}',
  'scripts and benchmarks': '{scripts,bench}/**/*.ts',
}
const NOT_SOURCE = /\.test\.tsx?$|\/tests?\/|\.d\.ts$|generated|database\.types/

process.chdir(ROOT)
const rows = Object.entries(AREAS).map(([area, pattern]) => {
  const figures = measureCode(globSync(pattern).filter((path) => !NOT_SOURCE.test(path)))
  const { files, lines, fileMedian, fileP90, functionMedian, functionP90 } = figures
  return `| ${[area, round(files), round(lines), fileMedian, fileP90, functionMedian, functionP90].join(' | ')} |`
})
const table = `| area | files | lines | median file | 90 % of files | median function | 90 % of functions |
| --- | --- | --- | --- | --- | --- | --- |
${rows.join('\n')}
`
writeGenerated(PAGE, readFileSync(PAGE, 'utf8').replace(BLOCK, `$1${table}$2`), 'npm run docs:figures')

/** Rounds to two significant digits, so that the table changes only when the code size changes by a few per cent. */
function round(count: number): string {
  return Number(count.toPrecision(2)).toLocaleString('en')
}
