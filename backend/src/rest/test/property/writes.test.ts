import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { quoteIdentifier, quoteLiteral } from '../../../postgres/statements/identifiers.ts'
import { createLibraryService, KEYS } from '../library-service.ts'
import { getTable, type TestColumn, type TestTable } from './museum-tables.ts'
import { toCondition, toField } from './naive-sql.ts'
import { type RandomCondition, type RandomField, randomCondition, randomField } from './random-request.ts'
import { quoteName, toFilter, toSearch, toSelectItem } from './request-url.ts'

const RUNS = Number(process.env.REST_PROPERTY_RUNS ?? 250)
const SEED = process.env.REST_PROPERTY_RUNS === undefined ? { seed: 20_261_122 } : {}

const museum = await createLibraryService({ txEnd: 'commit-allow-override', safeUpdate: false }, 'museum-schema.sql')
afterAll(() => museum.close())
const owner = museum.database.connect('owner', { max: 1 })
await owner`set timezone to 'UTC'`

interface RandomWrite {
  table: TestTable
  verb: 'insert' | 'update' | 'delete'
  columns: TestColumn[]
  /** Values by column; undefined where the row has no such key. */
  rows: (string | null | undefined)[][]
  missing: 'default' | 'null'
  resolution: 'merge-duplicates' | 'ignore-duplicates' | undefined
  conditions: RandomCondition[]
  fields: RandomField[]
}

const TABLE_NAMES = ['artists', 'rooms', 'works', 'shows', 'work_shows', 'pairs', 'pair_marks', 'odd', 'visits']
const GENERATED = ['title_length']
/** Required columns: without them every row would be rejected. */
const NEEDED = ['title', 'name', 'tags']

const NEW_VALUES: Record<string, string[]> = { integer: ['51', '52'], bigint: ['51', '52'], text: ['new'] }

const randomWrite: fc.Arbitrary<RandomWrite> = fc.constantFrom(...TABLE_NAMES).chain((name) => {
  const table = getTable(name)
  const writable = table.columns.filter((column) => !GENERATED.includes(column.name))
  const others = writable.filter((column) => !table.key.includes(column.name))
  const keys = writable
    .filter((column) => table.key.includes(column.name) || NEEDED.includes(column.name))
    .map((column) => ({ ...column, values: [...column.values, ...(NEW_VALUES[column.type] ?? [])] }))
  return fc
    .tuple(
      fc.constantFrom('insert' as const, 'insert' as const, 'update' as const, 'delete' as const),
      fc.uniqueArray(fc.constantFrom(...others), { minLength: 1, maxLength: 4, selector: (each) => each.name }),
    )
    .chain(([verb, chosen]) => {
      const isNew = (column: TestColumn) => keys.every((key) => key.name !== column.name)
      const columns = verb === 'insert' ? [...keys, ...chosen.filter(isNew)] : chosen
      const value = (column: TestColumn) =>
        keys.includes(column)
          ? fc.constantFrom(...column.values)
          : fc.option(
              fc.oneof(
                { weight: 4, arbitrary: fc.constantFrom(...column.values) },
                { weight: 1, arbitrary: fc.constant(undefined) },
              ),
              { nil: null, freq: 8 },
            )
      const row = fc.tuple(...columns.map(value))
      return fc.record({
        table: fc.constant(table),
        verb: fc.constant(verb),
        columns: fc.constant(columns),
        rows: fc.array(row, { minLength: 1, maxLength: verb === 'insert' ? 3 : 1 }),
        missing: fc.constantFrom('default' as const, 'null' as const),
        resolution: fc.constantFrom(undefined, 'merge-duplicates' as const, 'ignore-duplicates' as const),
        conditions: fc.array(randomCondition(table, 1), { minLength: 1, maxLength: 2 }),
        fields: fc.uniqueArray(randomField(table), { minLength: 1, maxLength: 4, selector: ({ key }) => key }),
      })
    })
})

const METHODS = { insert: 'POST', update: 'PATCH', delete: 'DELETE' } as const

/** Sends the request like a client and rolls it back. */
async function requestWrite(write: RandomWrite): Promise<{ status: number; body: unknown; url: string }> {
  const { table, verb, columns, rows, missing, resolution, conditions, fields } = write
  const pairs: [string, string][] = [
    ['select', fields.map(toSelectItem).join(',')],
    ['order', table.key.map(quoteName).join(',')],
  ]
  if (verb !== 'delete') pairs.push(['columns', columns.map(({ name }) => quoteName(name)).join(',')])
  if (verb !== 'insert') pairs.push(...conditions.map((condition) => toFilter(condition, '')))
  const prefer = ['return=representation', 'tx=rollback', `missing=${missing}`]
  if (resolution) prefer.push(`resolution=${resolution}`)
  const objects = rows.map((row) => Object.fromEntries(columns.flatMap((column, i) => toMember(column, row[i]))))
  const url = `/${encodeURIComponent(table.path)}?${toSearch(pairs)}`
  const response = await museum.request(url, {
    method: METHODS[verb],
    key: KEYS.secretKey,
    headers: { 'content-type': 'application/json', prefer: prefer.join() },
    ...(verb === 'delete' ? {} : { body: JSON.stringify(verb === 'insert' ? objects : objects[0]) }),
  })
  return {
    status: response.status,
    body: await response.json(),
    url: `${METHODS[verb]} ${url} ${JSON.stringify(objects)}`,
  }
}

function toMember({ name, type }: TestColumn, value: string | null | undefined): [string, unknown][] {
  if (value === undefined) return []
  return [[name, type === 'jsonb' && value !== null ? JSON.parse(value) : value]]
}

/** Runs the same in plain SQL with literals and rolls it back. */
async function runSql(write: RandomWrite): Promise<unknown> {
  const { table, fields } = write
  const list = fields.map((field) => `to_json(${toField(field)})::text`).join(', ')
  const order = table.key.map((name) => `t.${quoteIdentifier(name)}`).join(', ')
  const statement = `with t as (${toStatement(write)}) select to_json(array[${list}])::text as values from t order by ${order}`
  let rows: Record<string, unknown>[] = []
  try {
    await owner.begin(async (tx) => {
      const found = await tx.unsafe<{ values: string }[]>(statement)
      rows = found.map(({ values }) => toRow(fields, JSON.parse(values) as (string | null)[]))
      throw UNDO
    })
  } catch (error) {
    if (!(error instanceof Error) || error.message !== UNDO.message) return { code: (error as { code?: string }).code }
  }
  return rows
}

function toRow(fields: RandomField[], values: (string | null)[]): Record<string, unknown> {
  return Object.fromEntries(fields.map(({ key }, i) => [key, JSON.parse(values[i] ?? 'null')]))
}

const UNDO = new Error('undo')

function toStatement({ table, verb, columns, rows, missing, resolution, conditions }: RandomWrite): string {
  const where = conditions.map((condition) => `(${toCondition(condition)})`).join(' and ')
  const literal = ({ type }: TestColumn, value: string | null | undefined, absent: string) => {
    if (value === undefined) return absent
    return value === null ? 'null' : `${quoteLiteral(value)}::${type}`
  }
  const names = columns.map(({ name }) => quoteIdentifier(name))
  const absent = missing === 'default' ? 'default' : 'null'
  if (verb === 'delete') return `delete from ${table.sql} t where ${where} returning *`
  if (verb === 'update') {
    const sets = columns.map((column, i) => `${names[i]} = ${literal(column, rows[0]?.[i], absent)}`)
    return `update ${table.sql} t set ${sets.join(', ')} where ${where} returning *`
  }
  const values = rows.map((row) => `(${columns.map((column, i) => literal(column, row[i], absent)).join(', ')})`)
  const insert = `insert into ${table.sql} (${names.join(', ')}) values ${values.join(', ')}`
  const key = table.key.map(quoteIdentifier).join(', ')
  if (!resolution) return `${insert} returning *`
  if (resolution === 'ignore-duplicates') return `${insert} on conflict (${key}) do nothing returning *`
  return `${insert} on conflict (${key}) do update set ${names.map((name) => `${name} = excluded.${name}`).join(', ')} returning *`
}

const countRows = async () => {
  const counts = TABLE_NAMES.map((name) => `(select json_agg(t order by t::text) from ${getTable(name).sql} t)`)
  const [row] = await owner.unsafe(`select md5(json_build_array(${counts.join(', ')})::text) as sum`)
  return row?.sum as string
}

test('returns what plain SQL returns for random writes and leaves nothing after a rollback (rest 21)', {
  timeout: 60_000 + RUNS * 100,
}, async () => {
  const before = await countRows()
  await fc.assert(
    fc.asyncProperty(randomWrite, async (write) => {
      const expected = await runSql(write)
      const { status, body, url } = await requestWrite(write)
      if (Array.isArray(expected)) expect(body, url).toEqual(expected)
      else expect(body, url).toMatchObject(expected as object)
      expect(status < 300, url).toBe(Array.isArray(expected))
      expect(status, url).toBeLessThan(500)
    }),
    { numRuns: RUNS, ...SEED },
  )
  expect(await countRows()).toBe(before)
})
