import type { Query } from '../parse/syntax.ts'
import type { Relation, Routine } from '../schema/catalog.ts'
import type { CallArguments, CallPlan } from './plan.ts'
import { type ReadContext, resolveRead } from './resolve-read.ts'

/** Plans the call of a chosen function and what is read of its rows. */
export function resolveCall(context: ReadContext, routine: Routine, given: CallArguments): CallPlan {
  const relation: Relation | undefined = context.catalog.relationsByOid.get(routine.relationOid ?? -1)
  const query: Query = routine.returns === 'rows' ? context.query : { ...context.query, select: [{ kind: 'star' }] }
  const root = resolveRead({ ...context, query }, relation, { kind: 'result' })
  return { kind: 'call', routine, arguments: given, root }
}
