import { tooComplex } from '../errors.ts'
import { findName, readJsonPath, readName } from './field-path.ts'
import { Scanner } from './scanner.ts'
import { AGGREGATES, type EmbedItem, type FieldItem, type SelectItem } from './syntax.ts'

const MAX_DEPTH = 10
export const MAX_EMBEDS = 50
const CAST = /::([\p{L}\p{Nd}_ $]+)/uy
const AGGREGATE = new RegExp(`\\.(${AGGREGATES.join('|')})\\(\\)`, 'y')

interface Limits {
  depth: number
  embeds: { count: number }
}

/** Parses the value of `select`. An empty value means all columns. */
export function parseSelect(text: string): SelectItem[] {
  if (text.trim() === '') return [{ kind: 'star' }]
  const scanner = new Scanner(text, 'select parameter')
  const items = readItems(scanner, { depth: 0, embeds: { count: 0 } })
  scanner.expectEnd()
  return items
}

function readItems(scanner: Scanner, limits: Limits): SelectItem[] {
  const items: SelectItem[] = []
  do {
    scanner.skipSpace()
    items.push(readItem(scanner, limits))
    scanner.skipSpace()
  } while (scanner.take(','))
  return items
}

function readItem(scanner: Scanner, limits: Limits): SelectItem {
  if (scanner.take('...')) {
    const name = readName(scanner)
    return readEmbed(scanner, { name, alias: undefined, spread: true }, limits)
  }
  const alias = readAlias(scanner)
  if (alias === undefined && scanner.take('*')) return { kind: 'star' }
  if (scanner.match(/\s*count\(\)/y)) return readRowCount(scanner, alias)
  const name = readName(scanner)
  if (name !== 'count' || scanner.sees('!')) {
    if (scanner.sees('(') || scanner.sees('!')) return readEmbed(scanner, { name, alias, spread: false }, limits)
  }
  return readField(scanner, name, alias)
}

function readAlias(scanner: Scanner): string | undefined {
  return scanner.attempt(() => {
    const name = findName(scanner)
    if (name === undefined || scanner.sees('::') || !scanner.take(':')) return undefined
    return name
  })
}

function readRowCount(scanner: Scanner, alias: string | undefined): FieldItem {
  const aggregateCast = readCast(scanner)
  return { kind: 'field', field: undefined, alias, cast: undefined, aggregate: 'count', aggregateCast }
}

function readField(scanner: Scanner, name: string, alias: string | undefined): FieldItem {
  const field = { name, path: readJsonPath(scanner) }
  const cast = readCast(scanner)
  const called = scanner.match(AGGREGATE)?.[1]
  const aggregate = AGGREGATES.find((known) => known === called)
  const aggregateCast = aggregate === undefined ? undefined : readCast(scanner)
  return { kind: 'field', field, alias, cast, aggregate, aggregateCast }
}

function readCast(scanner: Scanner): string | undefined {
  const type = scanner.match(CAST)?.[1]
  if (type === undefined && scanner.sees('::')) scanner.fail('a type name')
  return type?.trim()
}

function readEmbed(
  scanner: Scanner,
  head: { name: string; alias: string | undefined; spread: boolean },
  limits: Limits,
): EmbedItem {
  const { hint, inner } = readEmbedParameters(scanner)
  scanner.expect('(')
  const depth = limits.depth + 1
  limits.embeds.count += 1
  if (depth > MAX_DEPTH) throw tooComplex(`Embeds may be nested ${MAX_DEPTH} deep.`)
  if (limits.embeds.count > MAX_EMBEDS) throw tooComplex(`At most ${MAX_EMBEDS} embeds are accepted.`)
  scanner.skipSpace()
  const items = scanner.sees(')') ? [] : readItems(scanner, { ...limits, depth })
  scanner.expect(')')
  return { kind: 'embed', ...head, hint, inner, items }
}

/**
 * Reads `!inner`, `!left` and a hint, in any order. The keywords end only before `!` or `(`, so that a hint may begin
 * with one.
 */
function readEmbedParameters(scanner: Scanner): { hint: string | undefined; inner: boolean } {
  let hint: string | undefined
  let inner = false
  for (let count = 0; count < 2 && scanner.take('!'); count += 1) {
    const join = scanner.match(/\s*(inner|left)\s*(?=[!(])/y)?.[1]
    if (join === undefined) hint = readName(scanner)
    else inner = join === 'inner'
  }
  return { hint, inner }
}
