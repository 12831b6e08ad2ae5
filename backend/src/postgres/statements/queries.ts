import { quoteIdentifier } from './identifiers.ts'
import type { Result, Statement } from './statement.ts'
import {
  type Columns,
  ColumnsFragment,
  compileTemplate,
  type Fragment,
  type Part,
  TemplateFragment,
  TextFragment,
} from './template.ts'
import { Json, parseValue, serializeValue, type Value } from './values.ts'

export type Row = Record<string, unknown>

/** Runs statements. Values in a template become parameters, fragments become SQL. */
export interface Queries {
  <Rows extends readonly object[] = Row[]>(strings: TemplateStringsArray, ...values: Part[]): Promise<Rows>
  /** A part of a statement, to be placed into another template. */
  fragment(strings: TemplateStringsArray, ...values: Part[]): Fragment
  /** A quoted name. */
  identifier(name: string): Fragment
  /** SQL that is inserted without escaping. */
  raw(text: string): Fragment
  /** `("a") values ($1), ($2)`, for an insert. All rows have the columns of the first one. */
  insertion(...rows: Columns[]): Fragment
  /** `"a" = $1`, for an update. */
  assignments(columns: Columns): Fragment
  /** A parameter that is sent as jsonb. */
  json(value: unknown): Json
  /** Runs a text and returns the number of rows that its last statement reads or changes. */
  execute(text: string): Promise<number>
  /**
   * Runs a text and returns the rows of its last statement. Only a text without parameters may contain several
   * statements.
   */
  unsafe<Rows extends readonly object[] = Row[]>(text: string, parameters?: Value[]): Promise<Rows>
}

/** Runs what {@link Queries} compile, in a transaction or not. */
export interface Executor {
  run(statement: Statement): Promise<Result>
  runScript(text: string): Promise<Result[]>
}

const FRAGMENTS = {
  fragment: (strings: TemplateStringsArray, ...values: Part[]) => new TemplateFragment(strings, values),
  identifier: (name: string) => new TextFragment(quoteIdentifier(name)),
  raw: (text: string) => new TextFragment(text),
  insertion: (...rows: Columns[]) => new ColumnsFragment(rows, 'insert'),
  assignments: (columns: Columns) => new ColumnsFragment([columns], 'update'),
  json: (value: unknown) => new Json(value),
}

export function createQueries({ run, runScript }: Executor): Queries {
  async function query<Rows>(strings: TemplateStringsArray, ...values: Part[]): Promise<Rows> {
    const result = await run({ ...compileTemplate(strings, values), prepare: true, describe: true })
    return toRows(result) as Rows
  }
  async function unsafe<Rows>(text: string, parameters: Value[] = []): Promise<Rows> {
    if (parameters.length === 0) return toRows((await runScript(text)).at(-1)) as Rows
    const pairs = parameters.map(serializeValue)
    const [values, types] = [pairs.map(([value]) => value), pairs.map(([, type]) => type)]
    return toRows(await run({ text, parameters: values, types, prepare: false, describe: true })) as Rows
  }
  const execute = async (text: string) => {
    const command = (await runScript(text)).at(-1)?.command ?? ''
    return Number(/\d+$/.exec(command)?.[0] ?? 0)
  }
  return Object.assign(query, FRAGMENTS, { unsafe, execute }) as Queries
}

function toRows(result: Result | undefined): Row[] {
  if (!result) return []
  const { columns, rows } = result
  return rows.map((values) => {
    const row: Row = {}
    columns.forEach(({ name, type }, i) => {
      row[name] = parseValue(values[i] ?? null, type)
    })
    return row
  })
}
