import { quoteIdentifier, quoteLiteral } from '../../../postgres/statements/identifiers.ts'
import type { Sql } from '../../../postgres/statements/sql.ts'
import type { TestColumn, TestRelationship } from './museum-tables.ts'
import type {
  RandomCondition,
  RandomEmbed,
  RandomField,
  RandomNode,
  RandomOperation,
  RandomOrder,
} from './random-request.ts'

/**
 * Evaluates a request in the simplest way: one query per table and row, literals with their types, and loops for
 * everything else. It shares no code with the service.
 */
export async function runNaively(
  sql: Sql,
  node: RandomNode,
  from = node.table.sql,
): Promise<{ rows: Row[]; total: number }> {
  const found = await listRows(sql, node, 'true', from)
  return { rows: cut(found, node).map(({ shown }) => shown), total: found.length }
}

export type Row = Record<string, unknown>

interface Found {
  shown: Row
}

function cut(found: Found[], { limit, offset = 0 }: RandomNode): Found[] {
  return found.slice(offset, limit === undefined ? undefined : offset + limit)
}

/** Rows that match the filters, in order, before limit and offset. */
async function listRows(sql: Sql, node: RandomNode, where: string, from = node.table.sql): Promise<Found[]> {
  const conditions = [where, ...node.conditions.map(toCondition)].map((text) => `(${text})`).join(' and ')
  const columns = [
    ...node.fields.map((field, i) => `to_json(${toField(field)})::text as f${i}`),
    ...node.table.columns.map(({ name }, i) => `t.${quoteIdentifier(name)}::text as c${i}`),
  ]
  const statement = `select ${columns.join(', ')} from ${from} t where ${conditions} order by ${toOrder(node)}`
  const found: Found[] = []
  for (const row of await sql.unsafe(statement)) {
    const values = new Map(node.table.columns.map(({ name }, i) => [name, row[`c${i}`] as string | null]))
    const shown: Row = Object.fromEntries(node.fields.map(({ key }, i) => [key, parse(row[`f${i}`])]))
    if (await addEmbeds(sql, node, values, shown)) found.push({ shown })
  }
  return found
}

const parse = (text: unknown): unknown => (typeof text === 'string' ? JSON.parse(text) : null)

type Values = Map<string, string | null>

/** Adds the embeds to the row. Returns false if an embed excludes the row. */
async function addEmbeds(sql: Sql, { table, embeds }: RandomNode, values: Values, shown: Row): Promise<boolean> {
  for (const embed of embeds) {
    const { relationship, node, isInner, isNull } = embed
    const source = toSource(relationship, table.sql, table.key, table.columns, values)
    const partners = cut(await listRows(sql, node, source.where, source.from), node)
    if (isInner && partners.length === 0) return false
    if (isNull !== undefined && isNull !== (partners.length === 0)) return false
    addEmbed(embed, partners, shown)
  }
  return true
}

function addEmbed({ relationship, alias, isSpread, node }: RandomEmbed, partners: Found[], shown: Row): void {
  const list = partners.map((partner) => partner.shown)
  if (!isSpread) {
    shown[alias] = relationship.isToMany ? list : (list[0] ?? null)
    return
  }
  for (const { key } of node.fields) {
    shown[key] = relationship.isToMany ? list.map((each) => each[key]) : (list[0]?.[key] ?? null)
  }
}

/** Renders the condition for the related rows of one row. */
function toSource(
  { on, through, computed }: TestRelationship,
  table: string,
  key: string[],
  columns: TestColumn[],
  values: Values,
): { where: string; from?: string } {
  const typeOf = (name: string) => columns.find((column) => column.name === name)?.type ?? 'text'
  const literal = (name: string) => {
    const value = values.get(name) ?? null
    return value === null ? 'null' : `${quoteLiteral(value)}::${typeOf(name)}`
  }
  if (computed !== undefined) {
    const own = key.map((name) => `o.${quoteIdentifier(name)} = ${literal(name)}`).join(' and ')
    return { where: 'true', from: `${computed}((select o from ${table} o where ${own}))` }
  }
  if (through) {
    const near = through.near.map(([ours, theirs]) => `j.${quoteIdentifier(theirs)} = ${literal(ours)}`)
    const far = through.far.map(([ours, theirs]) => `j.${quoteIdentifier(ours)} = t.${quoteIdentifier(theirs)}`)
    return { where: `exists (select from ${through.table} j where ${[...near, ...far].join(' and ')})` }
  }
  return { where: on.map(([ours, theirs]) => `t.${quoteIdentifier(theirs)} = ${literal(ours)}`).join(' and ') }
}

export function toField({ column, path, cast }: RandomField): string {
  const value = toValue(column, path)
  return cast === undefined ? value : `(${value})::${cast}`
}

function toValue({ name, type }: TestColumn, path: string): string {
  const column = `t.${quoteIdentifier(name)}`
  if (path === '') return column
  const json = type === 'jsonb' ? column : `to_jsonb(${column})`
  const steps = path.matchAll(/(->>?)(-?\d+(?=->|$)|[^->]+)/g)
  return [...steps].reduce((value, [, arrow, key = '']) => {
    return `(${value} ${arrow} ${/^-?\d+$/.test(key) ? `(${key})` : quoteLiteral(key)})`
  }, json)
}

const OPERATORS: Record<string, string> = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
  cs: '@>',
  cd: '<@',
  ov: '&&',
  sl: '<<',
  sr: '>>',
  nxr: '&<',
  nxl: '&>',
  adj: '-|-',
}
const SEARCHES: Record<string, string> = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
}

export function toCondition(condition: RandomCondition): string {
  const not = condition.negated ? 'not ' : ''
  if (condition.kind === 'group') {
    return `${not}(${condition.conditions.map(toCondition).join(` ${condition.connective} `)})`
  }
  const { column, path, operation } = condition
  const left = toValue(column, path)
  const type = path === '' ? column.type : 'text'
  return `${not}(${toComparison(left, type, operation)})`
}

function toComparison(left: string, type: string, { name, values, quantifier }: RandomOperation): string {
  const [first = ''] = values
  const literal = (text: string) => `${quoteLiteral(text)}::${type}`
  const compare = (text: string) => {
    const isPattern = name === 'like' || name === 'ilike'
    return `${left} ${OPERATORS[name]} ${literal(isPattern ? text.replaceAll('*', '%') : text)}`
  }
  if (name === 'is') return `${left} is ${first === 'not_null' ? 'not null' : first}`
  if (name === 'isdistinct') return `${left} is distinct from ${literal(first)}`
  if (name in SEARCHES) return `to_tsvector(${left}) @@ ${SEARCHES[name]}(${quoteLiteral(first)})`
  if (name === 'in') {
    // A list of one empty text is the same as an empty list.
    if (values.length === 0 || (values.length === 1 && first === '')) return 'false'
    return values.map((value) => `${left} = ${literal(value)}`).join(' or ')
  }
  if (!quantifier) return compare(first)
  return values.map(compare).join(quantifier === 'any' ? ' or ' : ' and ')
}

function toOrder({ order, table, embeds }: RandomNode): string {
  const terms = order.map((term) => {
    const { direction, nulls } = term
    return [toOrderValue(term, embeds, table.sql, table.key), direction, nulls && `nulls ${nulls}`]
      .filter(Boolean)
      .join(' ')
  })
  return [...terms, ...table.key.map((name) => `t.${quoteIdentifier(name)}`)].join(', ')
}

/** Reads a column of the only related row that matches the embed's filters. */
function toOrderValue({ column, embed }: RandomOrder, embeds: RandomEmbed[], table: string, key: string[]): string {
  if (embed === undefined) return `t.${quoteIdentifier(column.name)}`
  const found = embeds.find(({ alias }) => alias === embed)
  if (!found) throw new Error(`No embed ${embed}`)
  const { relationship, node } = found
  const own = key.map((name) => `o.${quoteIdentifier(name)} = outer_row.${quoteIdentifier(name)}`).join(' and ')
  const join =
    relationship.computed === undefined
      ? relationship.on.map(([a, b]) => `t.${quoteIdentifier(b)} = outer_row.${quoteIdentifier(a)}`).join(' and ')
      : 'true'
  const from =
    relationship.computed === undefined
      ? node.table.sql
      : `${relationship.computed}((select o from ${table} o where ${own}))`
  const conditions = [join, ...node.conditions.map(toCondition)].map((text) => `(${text})`).join(' and ')
  const isCut = node.limit === 0 || (node.offset ?? 0) > 0
  const value = `(select t.${quoteIdentifier(column.name)} from ${from} t where ${conditions})`
  return isCut ? 'null::text' : `(select v from (select t.*) outer_row, lateral (select ${value} as v) x)`
}
