import type { Binding } from '../change-feed.ts'
import { BindingError, type Condition, inspectList, parseFilter } from './parse-filter.ts'

export type EventName = 'INSERT' | 'UPDATE' | 'DELETE'

/** A binding whose texts are parsed. `*` stands for all schemas or tables. */
export interface ParsedBinding {
  events: readonly EventName[]
  schema: string
  table: string
  conditions: Condition[]
  /** Undefined for all columns. */
  select: string[] | undefined
  /** The parameters as error messages name them. */
  description: string
}

const EVENTS: readonly EventName[] = ['INSERT', 'UPDATE', 'DELETE']
const SELECT_FORM = 'expected a list of column name strings, e.g. select: ["col1", "col2"]'
const NO_WILDCARD =
  'Column selection is not supported for wildcard subscriptions. Provide an explicit schema and table name.'
const NOTHING_GIVEN = 'No subscription params provided. Please provide at least a `schema` or `table` to subscribe to:'

/** Parses a binding (realtime 6.1, 7). Throws BindingError. */
export function parseBinding(binding: Binding): ParsedBinding {
  const { event, filter } = binding
  if (!binding.schema && !binding.table) throw new BindingError(`${NOTHING_GIVEN} ${JSON.stringify(binding)}`)
  const schema = binding.schema || 'public'
  const table = binding.table || '*'
  const name = String(event).toUpperCase()
  const known = EVENTS.find((candidate) => candidate === name)
  const conditions = parseFilter(filter)
  const select = parseSelect(binding.select)
  if (select && (schema === '*' || table === '*')) throw new BindingError(NO_WILDCARD)
  return {
    events: known ? [known] : EVENTS,
    schema,
    table,
    conditions,
    select,
    description: describeParams({ event: known ?? '*', schema, table, conditions, select }),
  }
}

/** The shape is checked again here, because clients send lists of anything. */
function parseSelect(select: unknown): string[] | undefined {
  if (select === undefined || select === null) return undefined
  const isValid = Array.isArray(select) && select.every((name) => typeof name === 'string')
  if (!isValid) throw new BindingError(`Error parsing \`select\` params: ${SELECT_FORM}`)
  return select.length > 0 ? select : undefined
}

function describeParams(params: Pick<ParsedBinding, 'schema' | 'table' | 'conditions' | 'select'> & { event: string }) {
  const { event, schema, table, conditions, select } = params
  const filters = conditions.map(({ column, isNegated, operator, values }) => {
    const value = operator === 'in' ? `{${values.join(',')}}` : (values[0] ?? 'null')
    return `{${[column, `${isNegated ? 'not.' : ''}${operator}`, value].map((text) => JSON.stringify(text)).join(', ')}}`
  })
  const columns = select ? inspectList(select) : 'nil'
  return `[event: ${event}, schema: ${schema}, table: ${table}, filters: [${filters.join(', ')}], select: ${columns}]`
}

/** Creates the error for a table that is not in the publication. */
export function notPublished(description: string): BindingError {
  return new BindingError(
    `Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect parameters: ${description}`,
  )
}

/** Creates the error for a filter or a selection that does not fit the table. */
export function invalidBinding(description: string, reason: string): BindingError {
  return new BindingError(
    `Unable to subscribe to changes with given parameters. An exception happened so please check your connect parameters: ${description}. Exception: ${reason}`,
  )
}
