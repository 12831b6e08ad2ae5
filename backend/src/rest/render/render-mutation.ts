import { quoteIdentifier } from '../../postgres/statements/identifiers.ts'
import type { MutationPlan, PlannedCondition } from '../plan/plan.ts'
import { qualified, renderConversion, renderValue, rowName } from './expressions.ts'
import type { Parameters } from './parameters.ts'
import { renderCondition } from './render-node.ts'

/** The alias of the rows in the body. */
const BODY = 'body_rows'

/** Adds to a transaction-local setting that counts inserted rows: proposed minus updated ones. */
const counted = (step: 1 | -1) =>
  `set_config('request.inserted', (coalesce(nullif(current_setting('request.inserted', true), ''), '0')::int + ${step})::text, true) is not null`

/** Renders `insert`, `update` or `delete` with RETURNING. */
export function renderMutation(plan: MutationPlan, parameters: Parameters): string {
  switch (plan.verb) {
    case 'insert':
    case 'put':
      return renderInsert(plan, parameters)
    case 'update':
      return renderUpdate(plan, parameters)
    case 'delete': {
      const where = renderConditions(plan.conditions, parameters)
      return `delete from ${target(plan)}${where}${renderReturning(plan)}`
    }
  }
}

function target({ relation, root }: MutationPlan): string {
  return `${qualified(relation.schema, relation.name)} as ${rowName(root.id)}`
}

function renderInsert(plan: MutationPlan, parameters: Parameters): string {
  const names = plan.columns.map(quoteIdentifier)
  const list = names.length === 0 ? '' : ` (${names.join(', ')})`
  const values = plan.columns.map((name) => renderBodyValue(plan, name)).join(', ')
  const conditions: string[] = []
  const source = renderBodyRows(plan, parameters)
  if (plan.verb === 'put') conditions.push(...keyConditions(plan, parameters))
  if (plan.conflict?.resolution === 'merge-duplicates') conditions.push(counted(1))
  const where = conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`
  const limit = plan.verb === 'put' ? ' limit 1' : ''
  const select = `select ${values} from ${source}${where}${limit}`
  return `insert into ${target(plan)}${list} ${select}${renderConflict(plan)}${renderReturning(plan)}`
}

/** Renders the conditions that the row in the body is the one in the URL. */
function keyConditions(plan: MutationPlan, parameters: Parameters): string[] {
  return plan.conditions.map((condition) => {
    if (condition.kind !== 'filter' || condition.operation.kind !== 'simple') return 'false'
    const { name } = condition.field.field
    if (!plan.columns.includes(name)) return 'false'
    return `${renderBodyValue(plan, name)} = ${renderValue(condition.field, condition.operation.value, parameters)}`
  })
}

function renderConflict({ conflict, columns }: MutationPlan): string {
  if (!conflict) return ''
  const keys = conflict.columns.map(quoteIdentifier).join(', ')
  if (conflict.resolution === 'ignore-duplicates' || columns.length === 0) return ` on conflict (${keys}) do nothing`
  const sets = columns.map(quoteIdentifier).map((name) => `${name} = excluded.${name}`)
  return ` on conflict (${keys}) do update set ${sets.join(', ')} where ${counted(-1)}`
}

function renderUpdate(plan: MutationPlan, parameters: Parameters): string {
  const sets = plan.columns.map((name) => `${quoteIdentifier(name)} = ${renderBodyValue(plan, name)}`)
  if (sets.length === 0) {
    const { relation, root } = plan
    return `select ${returningList(plan)} from ${qualified(relation.schema, relation.name)} as ${rowName(root.id)} where false`
  }
  const source = `(select * from ${renderBodyRows(plan, parameters)} limit 1) ${BODY}`
  const where = renderConditions(plan.conditions, parameters)
  return `update ${target(plan)} set ${sets.join(', ')} from ${source}${where}${renderReturning(plan)}`
}

/** Renders a column of the body, through the cast of its domain if there is one. */
function renderBodyValue({ relation }: MutationPlan, name: string): string {
  const value = `${BODY}.${quoteIdentifier(name)}`
  return renderConversion(relation.columns.get(name)?.representation?.fromJson, value)
}

/**
 * Renders the body as rows with the types of the columns. With `missing=default` absent keys get the column's default.
 */
function renderBodyRows(plan: MutationPlan, parameters: Parameters): string {
  const { body, columns, relation } = plan
  const text = parameters.bind(body ?? '[]')
  if (columns.length === 0) return `json_array_elements(${text}::json) as ${BODY}`
  const types = columns.map((name) => {
    const column = relation.columns.get(name)
    return `${quoteIdentifier(name)} ${column?.representation?.fromJson ? 'json' : (column?.type ?? 'text')}`
  })
  const defaults = plan.fillDefaults ? renderDefaults(plan, parameters) : []
  if (defaults.length === 0) return `json_to_recordset(${text}::json) as ${BODY} (${types.join(', ')})`
  const filled = `(select coalesce(jsonb_agg(jsonb_build_object(${defaults.join(', ')}) || element), '[]')
    from jsonb_array_elements(${text}::jsonb) element)`
  return `jsonb_to_recordset(${filled}) as ${BODY} (${types.join(', ')})`
}

/** Renders name and default of each column that has a default. The expressions come from the catalog. */
function renderDefaults({ columns, relation }: MutationPlan, parameters: Parameters): string[] {
  return columns.flatMap((name) => {
    const expression = relation.columns.get(name)?.default
    return expression ? [`${parameters.bind(name)}::text, ${expression}`] : []
  })
}

function renderConditions(conditions: PlannedCondition[], parameters: Parameters): string {
  const all = conditions.map((condition) => renderCondition(condition, parameters))
  return all.length === 0 ? '' : ` where ${all.join(' and ')}`
}

function renderReturning(plan: MutationPlan): string {
  return ` returning ${returningList(plan)}`
}

function returningList({ returning, root }: MutationPlan): string {
  if (returning === 'nothing') return '1'
  const row = rowName(root.id)
  const names = returning.names.map((name) => `${row}.${quoteIdentifier(name)}`)
  const columns = returning.isWhole ? [`${row}.*`, ...names] : names
  return columns.length === 0 ? '1' : columns.join(', ')
}
