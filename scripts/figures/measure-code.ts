import { readFileSync } from 'node:fs'
import { parseSync, Visitor } from 'oxc-parser'

/** Sizes of source files in lines. `p90` is the 90th percentile. */
export interface CodeFigures {
  files: number
  lines: number
  fileMedian: number
  fileP90: number
  functionMedian: number
  functionP90: number
}

/** Measures TypeScript files. A function's length includes its signature and braces; blank lines and comments count. */
export function measureCode(paths: string[]): CodeFigures {
  const files = paths.map((path) => ({ path, source: readFileSync(path, 'utf8') }))
  const sizes = files.map(({ source }) => countLines(source))
  const functions = files.flatMap(({ path, source }) => listFunctionSizes(path, source))
  return {
    files: files.length,
    lines: sizes.reduce((sum, size) => sum + size, 0),
    fileMedian: percentile(sizes, 50),
    fileP90: percentile(sizes, 90),
    functionMedian: percentile(functions, 50),
    functionP90: percentile(functions, 90),
  }
}

function listFunctionSizes(path: string, source: string): number[] {
  const sizes: number[] = []
  const measure = ({ start, end }: { start: number; end: number }) => {
    sizes.push(countLines(source.slice(start, end)))
  }
  new Visitor({
    FunctionDeclaration: measure,
    FunctionExpression: measure,
    ArrowFunctionExpression: measure,
  }).visit(parseSync(path, source).program)
  return sizes
}

function countLines(text: string): number {
  return text.trimEnd().split('\n').length
}

/** Returns the smallest value that is at least as large as the given percentage of all values. */
function percentile(values: number[], percentage: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil((sorted.length * percentage) / 100) - 1)] ?? 0
}
