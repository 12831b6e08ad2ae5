import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { quoteIdentifier } from '../../../postgres/statements/identifiers.ts'
import { createLibraryService, KEYS } from '../library-service.ts'
import { getTable, TABLES, type TestColumn } from './museum-tables.ts'
import { toCondition } from './naive-sql.ts'
import { randomCondition } from './random-request.ts'
import { quoteName, toFilter, toSearch } from './request-url.ts'

const RUNS = Number(process.env.REST_PROPERTY_RUNS ?? 150)
const SEED = process.env.REST_PROPERTY_RUNS === undefined ? { seed: 20_261_121 } : {}

const museum = await createLibraryService(
  { schemas: ['public', 'archive'], aggregatesEnabled: true },
  'museum-schema.sql',
)
afterAll(() => museum.close())
const owner = museum.database.connect('owner', { max: 1 })

const NUMBERS = ['integer', 'bigint', 'numeric']
const SORTED = [...NUMBERS, 'text', 'date', 'timestamptz', 'time', 'interval']
const aggregatesOf = ({ type }: TestColumn) => [
  'count',
  ...(NUMBERS.includes(type) ? ['sum', 'avg'] : []),
  ...(SORTED.includes(type) ? ['min', 'max'] : []),
]

const aggregate = (columns: TestColumn[]) =>
  fc
    .constantFrom(...columns)
    .chain((column) => fc.constantFrom(...aggregatesOf(column)).map((name) => ({ column, name })))

/** Groups by columns of the table and of a related row, with aggregates of both. */
const request = fc.constantFrom(...Object.keys(TABLES).filter((name) => name !== 'loans')).chain((name) => {
  const table = getTable(name)
  const groupable = table.columns.filter(({ type }) => type !== 'json')
  const partners = table.relationships.filter((each) => !each.isToMany && each.computed === undefined)
  const spread =
    partners.length === 0 ? fc.constant(undefined) : fc.option(fc.constantFrom(...partners), { nil: undefined })
  return spread.chain((relationship) => {
    const columns = relationship ? getTable(relationship.target).columns : groupable
    return fc.record({
      table: fc.constant(table),
      relationship: fc.constant(relationship),
      own: fc.uniqueArray(fc.constantFrom(...groupable), { maxLength: 2, selector: (each) => each.name }),
      theirs: fc.uniqueArray(fc.constantFrom(...columns), { maxLength: 2, selector: (each) => each.name }),
      aggregates: fc.array(aggregate(groupable), { maxLength: 2 }),
      theirAggregates: fc.array(aggregate(columns), { maxLength: 2 }),
      conditions: fc.array(randomCondition(table, 1), { maxLength: 1 }),
    })
  })
})

test('groups random aggregates like plain SQL (rest 6)', { timeout: 60_000 + RUNS * 100 }, async () => {
  await fc.assert(
    fc.asyncProperty(request, async (requested) => {
      const { table, relationship, own, aggregates, conditions } = requested
      const theirs = relationship ? requested.theirs : []
      const theirAggregates = relationship ? requested.theirAggregates : []
      const items = [
        'n:count()',
        ...own.map(({ name }, i) => `o${i}:${quoteName(name)}`),
        ...aggregates.map(({ column, name }, i) => `a${i}:${quoteName(column.name)}.${name}()`),
      ]
      const spread = [
        ...theirs.map(({ name }, i) => `t${i}:${quoteName(name)}`),
        ...theirAggregates.map(({ column, name }, i) => `b${i}:${quoteName(column.name)}.${name}()`),
      ]
      if (relationship && spread.length > 0) items.push(`...${relationship.embed}(${spread.join(',')})`)
      const filters = conditions.map((condition) => toFilter(condition, ''))
      const search = toSearch([['select', items.join(',')], ...filters])
      const url = `/${encodeURIComponent(table.path)}?${search}`
      const response = await museum.request(url, { key: KEYS.secretKey })
      const text = await response.text()
      expect(response.status, `${url}\n${text}`).toBe(200)

      const column = (row: string) => (each: TestColumn) => `${row}.${quoteIdentifier(each.name)}`
      const groups = [...own.map(column('t')), ...theirs.map(column('p'))]
      const keys = [...own.map((_, i) => `o${i}`), ...theirs.map((_, i) => `t${i}`)]
      const values = [
        'count(*) as n',
        ...groups.map((group, i) => `${group} as ${keys[i]}`),
        ...aggregates.map((each, i) => `${each.name}(${column('t')(each.column)}) as a${i}`),
        ...theirAggregates.map((each, i) => `${each.name}(${column('p')(each.column)}) as b${i}`),
      ]
      const on = relationship?.on.map(([a, b]) => `p.${quoteIdentifier(b)} = t.${quoteIdentifier(a)}`).join(' and ')
      const join = relationship ? ` left join ${getTable(relationship.target).sql} p on ${on}` : ''
      const where = conditions.length === 0 ? '' : ` where ${conditions.map(toCondition).join(' and ')}`
      const grouping = groups.length === 0 ? '' : ` group by ${groups.join(', ')}`
      const [row] = await owner.unsafe(
        `select coalesce(json_agg(x), '[]')::text as rows from (select ${values.join(', ')} from ${table.sql} t${join}${where}${grouping}) x`,
      )
      expect(sorted(text), url).toEqual(sorted(String(row?.rows)))
    }),
    { numRuns: RUNS, ...SEED },
  )
})

/** Groups have no order. */
function sorted(text: string): string[] {
  const rows = JSON.parse(text) as Record<string, unknown>[]
  return rows.map((row) => JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)))).sort()
}
