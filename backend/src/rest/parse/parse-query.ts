import { toRowNumber } from '../http/row-number.ts'
import { RestError } from '../rest-error.ts'
import { readFieldPath, readName } from './field-path.ts'
import { parseLogic } from './parse-logic.ts'
import { parseOperation } from './parse-operation.ts'
import { parseOrder } from './parse-order.ts'
import { parseSelect } from './parse-select.ts'
import { Scanner } from './scanner.ts'
import type { FieldPath, Query, Range, Targeted } from './syntax.ts'

export type Pair = [key: string, value: string]

/** Splits a query string. Drops keys without `=` and the gateway's `apikey`. */
export function splitQueryString(text: string): Pair[] {
  const pairs = text.split('&').filter((pair) => pair.includes('=') && !pair.startsWith('apikey='))
  return [...new URLSearchParams(pairs.join('&'))]
}

/**
 * Parses a query string. With `takesArguments` (a function called by GET) a parameter that does not parse as a filter
 * is an argument. Throws PGRST100.
 */
export function parseQuery(pairs: Pair[], takesArguments = false): Query {
  const query: Query = {
    select: parseSelect(firstValue(pairs, 'select') ?? ''),
    conditions: [],
    orders: [],
    ranges: [],
    columns: parseNames(firstValue(pairs, 'columns'), 'columns parameter'),
    onConflict: parseNames(firstValue(pairs, 'on_conflict'), 'on_conflict parameter'),
    callArguments: [],
  }
  for (const [key, value] of pairs) {
    if (key === 'select' || key === 'columns' || key === 'on_conflict') continue
    const dot = key.lastIndexOf('.')
    const reader = RESERVED.get(key.slice(dot + 1))
    if (reader) reader(query, { prefix: dot < 0 ? '' : key.slice(0, dot), key }, value)
    else addFilter(query, key, value, takesArguments)
  }
  return query
}

/** A key that ends in a reserved word, and the prefix before it. */
interface ReservedKey {
  prefix: string
  key: string
}

type Reader = (query: Query, key: ReservedKey, value: string) => void

/** By the last segment of a key. */
const RESERVED = new Map<string, Reader>([
  ['order', addOrder],
  ['limit', (query, key, value) => setRange(query, key, 'limit', value)],
  ['offset', (query, key, value) => setRange(query, key, 'offset', value)],
  ['and', (query, key, value) => addLogic(query, key, 'and', value)],
  ['or', (query, key, value) => addLogic(query, key, 'or', value)],
])

function addOrder(query: Query, { prefix, key }: ReservedKey, value: string): void {
  const path = parsePath(prefix, 'tree path', key)
  if (!findTargeted(query.orders, path)) query.orders.push({ path, value: parseOrder(value) })
}

function firstValue(pairs: Pair[], name: string): string | undefined {
  return pairs.find(([key]) => key === name)?.[1]
}

function parseNames(text: string | undefined, what: string): string[] | undefined {
  if (text === undefined || (text === '' && what === 'columns parameter')) return undefined
  const scanner = new Scanner(text, what)
  const names = [readName(scanner)]
  while (scanner.take(',')) names.push(readName(scanner))
  scanner.expectEnd()
  return [...new Set(names)]
}

function parsePath(text: string, what: 'tree path' | 'logic path', key: string): string[] {
  if (text === '') return []
  const scanner = new Scanner(text, what, key)
  const names = [readName(scanner)]
  while (scanner.take('.')) names.push(readName(scanner))
  scanner.expectEnd()
  return names
}

/** Returns the entry for the same embed. */
export function findTargeted<T>(list: Targeted<T>[], path: string[]): Targeted<T> | undefined {
  return list.find((entry) => entry.path.length === path.length && entry.path.every((name, i) => name === path[i]))
}

function setRange(query: Query, { prefix, key }: ReservedKey, bound: keyof Range, value: string): void {
  if (!/^[+-]?\d+$/.test(value)) return
  const path = parsePath(prefix, 'tree path', key)
  const known = findTargeted(query.ranges, path)
  const number = bound === 'offset' ? Math.max(0, toRowNumber(value)) : toRowNumber(value)
  if (known) known.value[bound] = number
  else query.ranges.push({ path, value: { [bound]: number } })
}

function addLogic(query: Query, { prefix, key }: ReservedKey, connective: 'and' | 'or', value: string): void {
  const negated = prefix === 'not' || prefix.endsWith('.not')
  const path = parsePath(negated ? prefix.slice(0, -'.not'.length) : prefix, 'logic path', key)
  query.conditions.push({ path: prefix === 'not' ? [] : path, value: parseLogic(connective, negated, value) })
}

function addFilter(query: Query, key: string, value: string, takesArguments: boolean): void {
  const parsed = takesArguments ? attempt(() => parseOperation(value)) : parseOperation(value)
  if (!parsed) {
    query.callArguments.push([key, value])
    return
  }
  const { path, field } = parseKey(key)
  query.conditions.push({ path, value: { kind: 'filter', field, ...parsed } })
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof RestError) return undefined
    throw error
  }
}

/** Parses the key of a filter: names of embeds, then a column with an optional JSON path. */
function parseKey(key: string): { path: string[]; field: FieldPath } {
  const scanner = new Scanner(key, 'tree path')
  const path: string[] = []
  let field = readFieldPath(scanner)
  while (field.path.length === 0 && scanner.take('.')) {
    path.push(field.name)
    field = readFieldPath(scanner)
  }
  scanner.expectEnd()
  return { path, field }
}
