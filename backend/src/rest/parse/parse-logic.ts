import { tooComplex } from '../errors.ts'
import { readFieldPath, readQuoted } from './field-path.ts'
import { readOperation } from './parse-operation.ts'
import { Scanner } from './scanner.ts'
import type { Condition, Filter, Group } from './syntax.ts'

export const MAX_DEPTH = 20
const GROUP_START = /\s*(not\.)?(and|or)\s*\(/y

/** Parses `(a.eq.1,not.or(b.is.null,c.gt.2))`, the value of `and` and `or`. */
export function parseLogic(connective: 'and' | 'or', negated: boolean, value: string): Group {
  const scanner = new Scanner(`${connective}${value}`, 'logic tree', value)
  scanner.position = connective.length
  scanner.skipSpace()
  scanner.expect('(')
  const conditions = readConditions(scanner, 1)
  scanner.match(/[)\s]*/y)
  scanner.expectEnd()
  return { kind: 'group', connective, negated, conditions }
}

function readConditions(scanner: Scanner, depth: number): Condition[] {
  if (depth > MAX_DEPTH) throw tooComplex(`Logic trees may be nested ${MAX_DEPTH} deep.`)
  const conditions: Condition[] = []
  do {
    conditions.push(readCondition(scanner, depth))
    scanner.skipSpace()
  } while (scanner.take(','))
  scanner.expect(')')
  return conditions
}

function readCondition(scanner: Scanner, depth: number): Condition {
  const group = scanner.match(GROUP_START)
  if (!group) return readLeaf(scanner)
  return {
    kind: 'group',
    connective: group[2] === 'and' ? 'and' : 'or',
    negated: group[1] !== undefined,
    conditions: readConditions(scanner, depth + 1),
  }
}

function readLeaf(scanner: Scanner): Filter {
  const field = readFieldPath(scanner)
  scanner.expect('.')
  const negated = scanner.take('not.')
  return { kind: 'filter', field, negated, operation: readOperation(scanner, readLeafValue) }
}

/**
 * Reads a value within a tree. A value with parentheses or commas needs quotes, unless it is a single array literal.
 */
function readLeafValue(scanner: Scanner): string {
  const quoted = scanner.attempt(() => {
    const text = readQuoted(scanner)
    return /^\s*[,)]/.test(scanner.text.slice(scanner.position)) ? text : undefined
  })
  return quoted ?? scanner.match(/\{[^{}]*\}(?=\s*[,)])/y)?.[0] ?? scanner.match(/[^,)]*/y)?.[0] ?? ''
}
