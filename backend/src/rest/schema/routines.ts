import type { Relation, Relationship, Routine } from './catalog.ts'
import type { RoutineRow } from './catalog-rows.ts'

/** Settings of a function that apply to the whole request. */
const REQUEST_SETTINGS = ['statement_timeout', 'plan_filter.statement_cost_limit']
const UNNAMED_TYPES = ['json', 'jsonb', 'text', 'xml', 'bytea']

/**
 * Returns the function if clients can call it: every parameter has a name, or the only one accepts the whole body (rest
 * 2).
 */
export function toRoutine(row: RoutineRow): Routine[] {
  const inputs = row.arguments.filter(({ mode }) => mode === 'i' || mode === 'b' || mode === 'v')
  const [first] = inputs
  const takesBody = inputs.length === 1 && first?.name === '' && UNNAMED_TYPES.includes(first.type)
  if (!takesBody && inputs.some(({ name }) => name === '')) return []
  const settings = (row.settings ?? []).map((pair): [string, string] => {
    const [name = '', ...value] = pair.split('=')
    return [name, value.join('=')]
  })
  return [
    {
      schema: row.schema,
      name: row.name,
      comment: row.comment,
      visibleTo: row.visibleTo,
      parameters: inputs.map(({ name, type, mode }, i) => ({
        name,
        type,
        required: i < inputs.length - row.defaults,
        variadic: mode === 'v',
      })),
      isVolatile: row.volatility === 'v',
      returnsSet: row.returnsSet,
      returns: row.returnKind,
      returnType: row.returnType,
      mediaType: row.mediaType,
      isBinary: row.isBinary,
      relationOid: row.relationOid,
      settings: settings.filter(([name]) => REQUEST_SETTINGS.includes(name)),
      isolation: settings.find(([name]) => name === 'default_transaction_isolation')?.[1] ?? null,
    },
  ]
}

/** A function from rows of one relation to rows of another is a relationship with the function's name. */
export function toComputedRelationship(row: RoutineRow, relations: Map<number, Relation>): Relationship[] {
  const [argument] = row.arguments
  const origin = relations.get(argument?.relationOid ?? 0)
  const target = relations.get(row.relationOid ?? 0)
  if (row.arguments.length !== 1 || !origin || !target) return []
  return [
    {
      origin,
      target,
      cardinality: row.returnsSet && !row.isSingleRow ? 'one-to-many' : 'many-to-one',
      constraint: row.name,
      columns: [],
      junction: undefined,
      routine: { schema: row.schema, name: row.name },
      isProven: false,
    },
  ]
}
