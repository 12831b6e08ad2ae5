import { quoteIdentifier } from '../../postgres/statements/identifiers.ts'
import type { Operation, QuantifiableOperator, SearchOperator, SimpleOperator } from '../parse/syntax.ts'
import type { PlannedField } from '../plan/plan.ts'
import type { RoutineName } from '../schema/catalog.ts'
import type { Parameters } from './parameters.ts'

const OPERATORS: Record<SimpleOperator | QuantifiableOperator, string> = {
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

const SEARCHES: Record<SearchOperator, string> = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
}

const IS_TEXT = { null: 'null', not_null: 'not null', true: 'true', false: 'false', unknown: 'unknown' } as const

/** Returns the alias of a node's rows. */
export function rowName(node: number): string {
  return `r${node}`
}

export function qualified(schema: string, name: string): string {
  return `${quoteIdentifier(schema)}.${quoteIdentifier(name)}`
}

/** Renders a column or a JSON path into it. Composites and arrays are converted to JSON first. */
export function renderField({ node, field, baseType }: PlannedField, parameters: Parameters): string {
  const column = `${rowName(node)}.${quoteIdentifier(field.name)}`
  if (field.path.length === 0) return column
  const isJson = baseType === 'json' || baseType === 'jsonb'
  const steps = field.path.map((step) => {
    const operand = 'key' in step ? `${parameters.bind(step.key)}::text` : `${parameters.bind(step.index)}::int`
    return `${step.arrow}${operand}`
  })
  return `(${isJson ? column : `to_jsonb(${column})`}${steps.join('')})`
}

/** Applies a conversion function, if there is one. */
export function renderConversion(routine: RoutineName | undefined, value: string): string {
  return routine ? `${qualified(routine.schema, routine.name)}(${value})` : value
}

/** Renders a value to compare with a field, through the cast of the field's domain. */
export function renderValue({ representation }: PlannedField, value: string, parameters: Parameters): string {
  const bound = parameters.bind(value)
  return representation?.fromText ? renderConversion(representation.fromText, `${bound}::text`) : bound
}

function renderArray({ representation }: PlannedField, literal: string, parameters: Parameters): string {
  const bound = parameters.bind(literal)
  if (!representation?.fromText) return bound
  return `array(select ${renderConversion(representation.fromText, 'element')} from unnest(${bound}::text[]) element)`
}

/** Renders a cast. The grammar allows only letters, digits, spaces, `_` and `$` in a type. */
export function renderCast(expression: string, type: string | undefined): string {
  return type === undefined ? expression : `cast(${expression} as ${type})`
}

export function renderComparison(field: PlannedField, operation: Operation, parameters: Parameters): string {
  const left = renderField(field, parameters)
  switch (operation.kind) {
    case 'simple':
      return `${left} ${OPERATORS[operation.operator]} ${renderValue(field, toPattern(operation.operator, operation.value), parameters)}`
    case 'quantified': {
      const value = renderArray(field, toPattern(operation.operator, operation.value), parameters)
      return `${left} ${OPERATORS[operation.operator]} ${operation.quantifier}(${value})`
    }
    case 'in':
      if (field.baseType?.endsWith('[]') && field.field.path.length === 0) {
        // PostgreSQL has no arrays of arrays.
        const list = operation.values.map((value) => renderValue(field, value, parameters))
        return list.length === 0 ? 'false' : `${left} in (${list.join(', ')})`
      }
      return `${left} = any(${renderArray(field, toArrayLiteral(operation.values), parameters)})`
    case 'is':
      return `${left} is ${IS_TEXT[operation.value]}`
    case 'distinct':
      return `${left} is distinct from ${renderValue(field, operation.value, parameters)}`
    case 'search':
      return renderSearch(left, field.baseType, operation, parameters)
  }
}

function renderSearch(
  left: string,
  baseType: string | undefined,
  { operator, config, value }: Extract<Operation, { kind: 'search' }>,
  parameters: Parameters,
): string {
  const first = config === undefined ? '' : `${parameters.bind(config)}::regconfig, `
  const document = baseType === 'tsvector' ? left : `to_tsvector(${first}${left})`
  return `${document} @@ ${SEARCHES[operator]}(${first}${parameters.bind(value)})`
}

function toPattern(operator: string, value: string): string {
  return operator === 'like' || operator === 'ilike' ? value.replaceAll('*', '%') : value
}

/** Returns an array literal of PostgreSQL with every element quoted. */
export function toArrayLiteral(values: string[]): string {
  return `{${values.map((value) => `"${value.replaceAll(/[\\"]/g, '\\$&')}"`).join(',')}}`
}
