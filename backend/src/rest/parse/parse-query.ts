import { toRowNumber } from '../http/row-number.ts'
import { RestError } from '../rest-error.ts'
import { readFieldPath, readName } from './field-path.ts'
import { parseLogic } from './parse-logic.ts'
import { parseOperation } from './parse-operation.ts'
import { parseOrder } from './parse-order.ts'
import { parseSelect } from './parse-select.ts'
import { Scanner } from './scanner.ts'
import type { FieldPath, OrderTerm, Query, Range, Targeted } from './syntax.ts'

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
  const draft: Draft = {
    select: parseSelect(firstValue(pairs, 'select') ?? ''),
    conditions: [],
    orders: new Map(),
    ranges: new Map(),
    columns: parseNames(firstValue(pairs, 'columns'), 'columns parameter'),
    onConflict: parseNames(firstValue(pairs, 'on_conflict'), 'on_conflict parameter'),
    callArguments: [],
  }
  for (const [key, value] of pairs) {
    if (key === 'select' || key === 'columns' || key === 'on_conflict') continue
    const dot = key.lastIndexOf('.')
    const reader = RESERVED.get(key.slice(dot + 1))
    if (reader) reader(draft, { prefix: dot < 0 ? '' : key.slice(0, dot), key }, value)
    else addFilter(draft, key, value, takesArguments)
  }
  return { ...draft, orders: [...draft.orders.values()], ranges: [...draft.ranges.values()] }
}

/** A query whose parameters are found by their path, because a URL may have thousands of them. */
interface Draft extends Omit<Query, 'orders' | 'ranges'> {
  orders: Map<string, Targeted<OrderTerm[]>>
  ranges: Map<string, Targeted<Range>>
}

/** Returns a text that is equal for equal paths only. */
export function toPathKey(path: string[]): string {
  return path.map((name) => JSON.stringify(name)).join()
}

/** A key that ends in a reserved word, and the prefix before it. */
interface ReservedKey {
  prefix: string
  key: string
}

type Reader = (draft: Draft, key: ReservedKey, value: string) => void

/** By the last segment of a key. */
const RESERVED = new Map<string, Reader>([
  ['order', addOrder],
  ['limit', (draft, key, value) => setRange(draft, key, 'limit', value)],
  ['offset', (draft, key, value) => setRange(draft, key, 'offset', value)],
  ['and', (draft, key, value) => addLogic(draft, key, 'and', value)],
  ['or', (draft, key, value) => addLogic(draft, key, 'or', value)],
])

function addOrder({ orders }: Draft, { prefix, key }: ReservedKey, value: string): void {
  const path = parsePath(prefix, 'tree path', key)
  const place = toPathKey(path)
  if (!orders.has(place)) orders.set(place, { path, value: parseOrder(value) })
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

function setRange({ ranges }: Draft, { prefix, key }: ReservedKey, bound: keyof Range, value: string): void {
  if (!/^[+-]?\d+$/.test(value)) return
  const path = parsePath(prefix, 'tree path', key)
  const place = toPathKey(path)
  const known = ranges.get(place)
  const number = bound === 'offset' ? Math.max(0, toRowNumber(value)) : toRowNumber(value)
  if (known) known.value[bound] = number
  else ranges.set(place, { path, value: { [bound]: number } })
}

function addLogic({ conditions }: Draft, { prefix, key }: ReservedKey, connective: 'and' | 'or', value: string): void {
  const negated = prefix === 'not' || prefix.endsWith('.not')
  const path = parsePath(negated ? prefix.slice(0, -'.not'.length) : prefix, 'logic path', key)
  conditions.push({ path: prefix === 'not' ? [] : path, value: parseLogic(connective, negated, value) })
}

function addFilter(draft: Draft, key: string, value: string, takesArguments: boolean): void {
  const parsed = takesArguments ? attempt(() => parseOperation(value)) : parseOperation(value)
  if (!parsed) {
    draft.callArguments.push([key, value])
    return
  }
  const { path, field } = parseKey(key)
  draft.conditions.push({ path, value: { kind: 'filter', field, ...parsed } })
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
