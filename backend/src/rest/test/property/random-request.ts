import fc from 'fast-check'
import { getTable, TABLES, type TestColumn, type TestRelationship, type TestTable } from './museum-tables.ts'

/** A request as a tree, which becomes a URL on one side and plain SQL on the other. */
export interface RandomNode {
  table: TestTable
  fields: RandomField[]
  embeds: RandomEmbed[]
  conditions: RandomCondition[]
  order: RandomOrder[]
  limit: number | undefined
  offset: number | undefined
}

export interface RandomField {
  key: string
  column: TestColumn
  path: string
  cast: string | undefined
  isAliased: boolean
}

export interface RandomEmbed {
  relationship: TestRelationship
  /** The name is used in parameters too. */
  alias: string
  isInner: boolean
  isSpread: boolean
  /** Requires rows with (false) or without (true) related rows. */
  isNull: boolean | undefined
  node: RandomNode
}

export type RandomCondition =
  | { kind: 'leaf'; column: TestColumn; path: string; negated: boolean; operation: RandomOperation }
  | { kind: 'group'; connective: 'and' | 'or'; negated: boolean; conditions: RandomCondition[] }

export interface RandomOperation {
  name: string
  values: string[]
  quantifier: 'any' | 'all' | undefined
}

export interface RandomOrder {
  column: TestColumn
  /** The alias of the to-one embed that has the column. */
  embed: string | undefined
  direction: 'asc' | 'desc' | undefined
  nulls: 'first' | 'last' | undefined
}

const COMPARED = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte']
const TEXTS = ['text', 'varchar']
const UNSORTABLE = ['json', 'public.size']
const PLAIN_NAME = /^\w+$/
let aliases = 0

/** The operators of a column's type. */
function operatorsOf({ type }: TestColumn, path: string): string[] {
  if (path !== '') return path.includes('->>') ? ['eq', 'neq', 'is', 'in', 'like', 'isdistinct'] : ['is']
  // PostgreSQL cannot read a text as a composite value without its type.
  if (type === 'public.size') return ['is']
  const always = [...COMPARED, 'is', 'in', 'isdistinct']
  if (TEXTS.includes(type)) return [...always, 'like', 'ilike', 'match', 'imatch', 'fts', 'plfts', 'phfts', 'wfts']
  if (type.endsWith('[]')) return [...always, 'cs', 'cd', 'ov']
  if (type === 'jsonb') return [...always, 'cs', 'cd']
  if (type === 'int4range') return [...always, 'cs', 'cd', 'ov', 'sl', 'sr', 'nxr', 'nxl', 'adj']
  return always
}

const PATTERNS = ['*', '%', 'E*', '*e*', '_n*', 'a\\%b*', 'Über*', '(1)', 'ad|bo']
const REGULAR = ['^E', 'e$', '[a-m]', 'a.b', '^$', 'ü']
const SEARCHES = ['engine', 'road | engine', 'note & engine', 'winter']
const WORDS = ['engines', 'winter roads', '"notes on" -roads', 'title']

function operation(column: TestColumn, path: string): fc.Arbitrary<RandomOperation> {
  const literal = fc.constantFrom(...column.values)
  const values = path === '' ? literal : fc.constantFrom('100', '50', 'x1', '2', 'null', '')
  return fc.constantFrom(...operatorsOf(column, path)).chain((name): fc.Arbitrary<RandomOperation> => {
    const one = (value: fc.Arbitrary<string>) => value.map((each) => ({ name, values: [each], quantifier: undefined }))
    const quantified = (value: fc.Arbitrary<string>) =>
      fc.oneof(
        { weight: 3, arbitrary: one(value) },
        {
          weight: 1,
          arbitrary: fc.record({
            name: fc.constant(name),
            values: fc.array(value, { minLength: 1, maxLength: 3 }),
            quantifier: fc.constantFrom('any', 'all'),
          }),
        },
      )
    switch (name) {
      case 'is':
        return one(
          fc.constantFrom(
            ...(column.type === 'boolean' ? ['null', 'not_null', 'true', 'false', 'unknown'] : ['null', 'not_null']),
          ),
        )
      case 'in':
        return fc.array(values, { maxLength: 4 }).map((list) => ({ name, values: list, quantifier: undefined }))
      case 'like':
      case 'ilike':
        return quantified(fc.constantFrom(...PATTERNS))
      case 'match':
      case 'imatch':
        return quantified(fc.constantFrom(...REGULAR))
      case 'fts':
        return one(fc.constantFrom(...SEARCHES))
      case 'plfts':
      case 'phfts':
      case 'wfts':
        return one(fc.constantFrom(...WORDS))
      case 'neq':
      case 'isdistinct':
      case 'cs':
      case 'cd':
      case 'ov':
      case 'sl':
      case 'sr':
      case 'nxr':
      case 'nxl':
      case 'adj':
        return one(values)
      default:
        // An array of arrays has no literal.
        return column.type.endsWith('[]') || path !== '' ? one(values) : quantified(values)
    }
  })
}

function pathOf(column: TestColumn): fc.Arbitrary<string> {
  return column.paths ? fc.constantFrom('', ...column.paths) : fc.constant('')
}

export function randomCondition(table: TestTable, depth: number): fc.Arbitrary<RandomCondition> {
  const leaf = fc
    .constantFrom(...table.columns)
    .chain((column) => pathOf(column).map((path) => ({ column, path })))
    .chain(({ column, path }) =>
      fc.record({
        kind: fc.constant('leaf' as const),
        column: fc.constant(column),
        path: fc.constant(path),
        negated: fc.boolean(),
        operation: operation(column, path),
      }),
    )
  if (depth === 0) return leaf
  const group = fc.record({
    kind: fc.constant('group' as const),
    connective: fc.constantFrom('and' as const, 'or' as const),
    negated: fc.boolean(),
    conditions: fc.array(randomCondition(table, depth - 1), { minLength: 1, maxLength: 3 }),
  })
  return fc.oneof({ weight: 4, arbitrary: leaf }, { weight: 1, arbitrary: group })
}

export function randomField(table: TestTable): fc.Arbitrary<RandomField> {
  return fc
    .constantFrom(...table.columns)
    .chain((column) => fc.record({ column: fc.constant(column), path: pathOf(column), isAliased: fc.boolean() }))
    .chain(({ column, path, isAliased }) =>
      fc.constantFrom(undefined, undefined, 'text').map((cast) => {
        aliases += 1
        const key = isAliased ? `f${aliases}` : keyOf(column.name, path)
        return { column, path, cast, isAliased, key }
      }),
    )
}

/** Returns the key of a field without alias: the last name of the path, or else the column. */
function keyOf(name: string, path: string): string {
  const names = path.split(/->>?/).filter((part) => part !== '' && !/^-?\d+$/.test(part))
  return names.at(-1) ?? name
}

function order(table: TestTable, embeds: RandomEmbed[]): fc.Arbitrary<RandomOrder[]> {
  // The plain SQL cannot sort by embeds of embeds.
  const isPlain = ({ node }: RandomEmbed) =>
    node.embeds.every(({ isInner, isNull }) => !isInner && isNull === undefined)
  const related = embeds.filter((each) => !each.relationship.isToMany && !each.isSpread && isPlain(each))
  const sources = [
    { embed: undefined, columns: table.columns },
    ...related.map(({ alias, node }) => ({ embed: alias, columns: node.table.columns })),
  ]
  const term = fc.constantFrom(...sources).chain(({ embed, columns }) =>
    fc.record({
      embed: fc.constant(embed),
      column: fc.constantFrom(...columns.filter(({ type }) => !UNSORTABLE.includes(type))),
      direction: fc.constantFrom(undefined, 'asc' as const, 'desc' as const),
      nulls: fc.constantFrom(undefined, 'first' as const, 'last' as const),
    }),
  )
  return fc.array(term, { maxLength: 2 })
}

function embed(relationship: TestRelationship, depth: number): fc.Arbitrary<RandomEmbed> {
  return fc
    .record({
      isInner: fc.boolean(),
      isSpread: fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
      isNull: fc.constantFrom(undefined, undefined, undefined, undefined, true, false),
      node: randomNode(relationship.target, depth),
    })
    .map(({ isInner, isSpread, isNull, node }) => {
      aliases += 1
      const alias = `e${aliases}`
      // A parameter with a column's name is a filter on the column.
      const isColumn = PLAIN_NAME.test(relationship.embed) && relationship.embed.endsWith('_id')
      if (!isSpread || isColumn) return { relationship, alias, isInner, isSpread: false, isNull, node }
      return { relationship, alias, isInner, isSpread, isNull: undefined, node: toSpread(node) }
    })
}

/** Spread columns belong to the parent, so they get unique names. Lists are sorted by their key. */
function toSpread(node: RandomNode): RandomNode {
  const fields = node.fields.map((each) => {
    aliases += 1
    return { ...each, isAliased: true, key: `s${aliases}` }
  })
  return { ...node, fields, embeds: [], order: node.order.filter(({ embed: from }) => from === undefined) }
}

/** Generates a request to a table. */
export function randomNode(name: string, depth: number): fc.Arbitrary<RandomNode> {
  const table = getTable(name)
  // Parameters refer to a spread by its name, so names must be unique.
  const nameOf = (relationship: TestRelationship) => relationship.embed.split('!')[0]
  const embeds: fc.Arbitrary<RandomEmbed[]> =
    depth === 0 || table.relationships.length === 0
      ? fc.constant([])
      : fc
          .uniqueArray(fc.constantFrom(...table.relationships), { maxLength: 2, selector: nameOf })
          .chain((list) => fc.tuple(...list.map((each) => embed(each, depth - 1))))
  return embeds.chain((list) =>
    fc.record({
      table: fc.constant(table),
      fields: fc.uniqueArray(randomField(table), { minLength: 1, maxLength: 4, selector: ({ key }) => key }),
      embeds: fc.constant(list),
      conditions: fc.array(randomCondition(table, 2), { maxLength: 2 }),
      order: order(table, list),
      limit: fc.constantFrom(undefined, undefined, 0, 1, 2, 100),
      offset: fc.constantFrom(undefined, undefined, 0, 1, 2),
    }),
  )
}

/** Computed relationships belong to the schema of the request. */
const ROOTS = Object.keys(TABLES).filter((name) => getTable(name).schema === 'public')

/** Generates a request to any table. */
export const randomRead = (depth: number): fc.Arbitrary<RandomNode> =>
  fc.constantFrom(...ROOTS).chain((name) => randomNode(name, depth))
