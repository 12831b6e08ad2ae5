import { readQuoted } from './field-path.ts'
import { Scanner } from './scanner.ts'
import {
  type Filter,
  IS_VALUES,
  type Operation,
  QUANTIFIABLE_OPERATORS,
  SEARCH_OPERATORS,
  SIMPLE_OPERATORS,
} from './syntax.ts'

const OPERATOR_NAME = /[a-z]+/y
const SEARCH_CONFIG = /\(([\p{L}\p{Nd}_ $]+)\)/uy

/** Parses the value of a filter, such as `not.eq.5`. */
export function parseOperation(text: string): Pick<Filter, 'negated' | 'operation'> {
  const scanner = new Scanner(text, 'filter')
  const negated = scanner.take('not.')
  const operation = readOperation(scanner, readToEnd)
  // Surplus closing parentheses are accepted, as in PostgREST.
  scanner.match(/\)*/y)
  scanner.expectEnd()
  return { negated, operation }
}

function readToEnd(scanner: Scanner): string {
  const rest = scanner.text.slice(scanner.position)
  scanner.position = scanner.text.length
  return rest
}

/** Reads an operator and its value. `readValue` decides where the value ends. */
export function readOperation(scanner: Scanner, readValue: (scanner: Scanner) => string): Operation {
  const start = scanner.position
  const name = scanner.match(OPERATOR_NAME)?.[0]
  if (name === 'in') return readIn(scanner)
  if (name === 'is') return readIs(scanner)
  if (name === 'isdistinct') {
    scanner.expect('.')
    return { kind: 'distinct', value: readValue(scanner) }
  }
  const search = SEARCH_OPERATORS.find((known) => known === name)
  if (search) {
    const config = scanner.match(SEARCH_CONFIG)?.[1]
    scanner.expect('.')
    return { kind: 'search', operator: search, config, value: readValue(scanner) }
  }
  const simple = SIMPLE_OPERATORS.find((known) => known === name)
  if (simple) {
    scanner.expect('.')
    return { kind: 'simple', operator: simple, value: readValue(scanner) }
  }
  const operator = QUANTIFIABLE_OPERATORS.find((known) => known === name)
  if (operator) {
    const quantifier = scanner.match(/\((any|all)\)/y)?.[1]
    scanner.expect('.')
    const value = readValue(scanner)
    if (quantifier !== 'any' && quantifier !== 'all') return { kind: 'simple', operator, value }
    return { kind: 'quantified', operator, quantifier, value }
  }
  scanner.position = start
  return scanner.fail('operator (eq, gt, ...)')
}

function readIs(scanner: Scanner): Operation {
  scanner.expect('.')
  const word = scanner.match(/[a-z_]+/iy)?.[0].toLowerCase()
  const value = IS_VALUES.find((known) => known === word)
  return value ? { kind: 'is', value } : scanner.fail('isVal: (null, not_null, true, false, unknown)')
}

function readIn(scanner: Scanner): Operation {
  scanner.expect('.(')
  const values = [readElement(scanner)]
  while (scanner.take(',')) values.push(readElement(scanner))
  scanner.expect(')')
  return { kind: 'in', values: values.length === 1 && values[0] === '' ? [] : values }
}

function readElement(scanner: Scanner): string {
  const quoted = scanner.attempt(() => {
    scanner.skipSpace()
    const text = readQuoted(scanner)
    scanner.skipSpace()
    return scanner.sees(',') || scanner.sees(')') ? text : undefined
  })
  return quoted ?? scanner.match(/[^,)]*/y)?.[0] ?? ''
}
