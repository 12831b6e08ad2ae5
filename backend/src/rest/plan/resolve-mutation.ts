import { columnNotFound, putFiltersWrong } from '../errors.ts'
import type { Payload } from '../http/body.ts'
import type { Preferences } from '../http/preferences.ts'
import type { Query } from '../parse/syntax.ts'
import type { Relation } from '../schema/catalog.ts'
import type { MutationPlan, PlannedCondition, PlannedEmbed, ReadNode, ReturnKind } from './plan.ts'
import { listFieldNames } from './read-fields.ts'
import { type ReadContext, resolveRead } from './resolve-read.ts'

export interface MutationRequest {
  verb: MutationPlan['verb']
  payload: Payload | undefined
  preferences: Preferences
}

/** Plans a write and the read of its rows. Throws PGRST105, PGRST204 and the errors of reads. */
export function resolveMutation(context: ReadContext, relation: Relation, request: MutationRequest): MutationPlan {
  const { verb, payload, preferences } = request
  const query: Query = { ...context.query, ranges: context.query.ranges.filter(({ path }) => path.length > 0) }
  const root = resolveRead({ ...context, query, maxRows: undefined }, relation, { kind: 'result' })
  const { own, shown } = splitConditions(root)
  const columns = payload ? requireColumns(payload.keys, relation) : []
  const returnKind = preferences.return ?? 'minimal'
  if (verb === 'put') requireKeyFilters(relation, own)
  return {
    kind: 'mutation',
    verb,
    relation,
    columns,
    body: payload?.text,
    fillDefaults: preferences.missing === 'default' && verb !== 'delete',
    conflict: findConflict(verb, relation, context.query, preferences),
    conditions: own,
    returning: returningOf(root, relation, returnKind),
    returnKind,
    root: { ...root, conditions: shown },
  }
}

/** Filters select the rows to change. Conditions of `!inner` embeds filter the returned rows only. */
function splitConditions(root: ReadNode): { own: PlannedCondition[]; shown: PlannedCondition[] } {
  const isShown = (condition: PlannedCondition) => condition.kind === 'exists' && condition.isInner
  return {
    own: root.conditions.filter((condition) => !isShown(condition)),
    shown: root.conditions.filter(isShown),
  }
}

function requireColumns(keys: string[], relation: Relation): string[] {
  const columns = [...new Set(keys)].sort()
  const unknown = columns.find((name) => !relation.columns.has(name))
  if (unknown !== undefined) throw columnNotFound(unknown, relation.name)
  return columns
}

/** A PUT selects exactly one row by its whole primary key. */
function requireKeyFilters(relation: Relation, conditions: PlannedCondition[]): void {
  const names = conditions.map((condition) => {
    if (condition.kind !== 'filter' || condition.negated || condition.field.field.path.length > 0) return undefined
    const { operation } = condition
    return operation.kind === 'simple' && operation.operator === 'eq' ? condition.field.field.name : undefined
  })
  const isWhole = names.length === relation.primaryKey.length && relation.primaryKey.every((key) => names.includes(key))
  if (!isWhole || names.length === 0) throw putFiltersWrong()
}

function findConflict(
  verb: MutationPlan['verb'],
  relation: Relation,
  query: Query,
  preferences: Preferences,
): MutationPlan['conflict'] {
  if (verb === 'put') return { resolution: 'merge-duplicates', columns: relation.primaryKey }
  const columns = query.onConflict ?? relation.primaryKey
  if (verb !== 'insert' || preferences.resolution === undefined || columns.length === 0) return undefined
  return { resolution: preferences.resolution, columns }
}

/** Returns the columns for RETURNING. Returning nothing needs no privilege to read. */
function returningOf(root: ReadNode, relation: Relation, returnKind: ReturnKind): MutationPlan['returning'] {
  if (returnKind === 'minimal') return 'nothing'
  const used = listFieldNames({ ...root, conditions: [] })
  const isWhole = root.columns.some((column) => column.kind === 'all') || root.embeds.some(needsWholeRow)
  if (isWhole) return { isWhole, names: used.filter((name) => !relation.columns.has(name)) }
  const joined = root.embeds.flatMap(({ relationship }) => relationship.junction?.originColumns ?? relationship.columns)
  const keys = returnKind === 'headers-only' ? relation.primaryKey : []
  return { isWhole, names: [...new Set([...keys, ...used, ...joined.map(([name]) => name)])] }
}

function needsWholeRow({ relationship }: PlannedEmbed): boolean {
  return relationship.routine !== undefined
}
