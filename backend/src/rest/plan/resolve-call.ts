import type { FieldItem, Query } from '../parse/syntax.ts'
import type { Relation, Routine } from '../schema/catalog.ts'
import type { CallArguments, CallPlan } from './plan.ts'
import { listFieldNames } from './read-fields.ts'
import { type ReadContext, resolveRead } from './resolve-read.ts'

/** The column that holds the values of a function that returns no rows. */
export const VALUE = 'value'

/** Plans the call of a chosen function and the read of its result. */
export function resolveCall(context: ReadContext, routine: Routine, given: CallArguments): CallPlan {
  const relation: Relation | undefined = context.catalog.relationsByOid.get(routine.relationOid ?? -1)
  const query = toResultQuery(context.query, routine)
  const maxRows = routine.returns === 'rows' || routine.returnsSet ? context.maxRows : undefined
  const root = resolveRead({ ...context, query, maxRows }, relation, { kind: 'result' })
  const computed = relation ? listFieldNames(root).filter((name) => !relation.columns.has(name)) : []
  return { kind: 'call', routine, arguments: given, computed, root }
}

/** Values are rows of one column. Filters and order refer to it by the name of the function. */
function toResultQuery(query: Query, { name, returns, returnsSet }: Routine): Query {
  if (returns === 'rows') return query
  const value: FieldItem = {
    kind: 'field',
    field: { name, path: [] },
    alias: VALUE,
    cast: undefined,
    aggregate: undefined,
    aggregateCast: undefined,
  }
  return { ...query, select: [value], ranges: returnsSet ? query.ranges : [] }
}
