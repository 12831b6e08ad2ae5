const OPERATORS = [
  'eq',
  'neq',
  'lt',
  'lte',
  'gt',
  'gte',
  'in',
  'like',
  'ilike',
  'match',
  'imatch',
  'is',
  'isdistinct',
] as const

export type Operator = (typeof OPERATORS)[number]

/** One condition of a filter. Only `in` has several values, and only `isdistinct.null` has none. */
export interface Condition {
  column: string
  isNegated: boolean
  operator: Operator
  values: string[]
}

/** The text of a system message that explains why a binding cannot be subscribed to (realtime 7.3). */
export class BindingError extends Error {
  override readonly name = 'BindingError'
}

/** Each condition is evaluated for each change. */
const MAX_CONDITIONS = 100
const EMPTY = 'filter must not contain empty segments (check for extra commas)'
const NO_PARENTHESES = '`in` filter value must be wrapped by parentheses'

/** Parses conditions that are joined by commas (realtime 7.1). Throws BindingError. */
export function parseFilter(filter: string | undefined | null): Condition[] {
  if (!filter?.trim()) return []
  const parts = splitAtCommas(filter)
  if (parts.length > MAX_CONDITIONS) throw invalidFilter(`at most ${MAX_CONDITIONS} conditions are allowed`)
  return parts.map(parseCondition)
}

function parseCondition(text: string): Condition {
  if (text.trim() === '') throw invalidFilter(EMPTY)
  const [column, rest] = splitOnce(text, '=')
  if (column === undefined || rest === undefined) throw invalidFilter(inspectList([text]))
  const isNegated = rest.startsWith('not.')
  const [operator, value] = splitOnce(isNegated ? rest.slice(4) : rest, '.')
  if (operator === undefined || value === undefined) throw invalidFilter(inspectList([rest]))
  const known = OPERATORS.find((name) => name === operator)
  if (!known || column.trim() === '') throw invalidFilter(inspectList([column, operator, value]))
  return { column: column.trim(), isNegated, operator: known, values: parseValues(known, value) }
}

function parseValues(operator: Operator, value: string): string[] {
  // In quotes, `null` is a text.
  if (operator === 'isdistinct' && value === 'null') return []
  if (operator !== 'in') return [unquote(value)]
  if (!value.startsWith('(') || !value.endsWith(')')) throw invalidFilter(NO_PARENTHESES)
  return splitAtCommas(value.slice(1, -1)).map((item) => unquote(item.trim()))
}

/** Splits at commas outside parentheses and quotes. A quote opens only at the beginning or after `.`, `(` or `,`. */
function splitAtCommas(text: string): string[] {
  const parts: string[] = []
  let depth = 0
  let isQuoted = false
  let start = 0
  for (let i = 0; i < text.length; i += 1) {
    const char = text[i]
    if (isQuoted) {
      if (char === '\\') i += 1
      else if (char === '"') isQuoted = false
      continue
    }
    if (char === '"') isQuoted = i === 0 || '.(,'.includes(text[i - 1] ?? '')
    else if (char === '(') depth += 1
    else if (char === ')') depth = Math.max(0, depth - 1)
    else if (char === ',' && depth === 0) {
      parts.push(text.slice(start, i))
      start = i + 1
    }
  }
  return [...parts, text.slice(start)]
}

function unquote(value: string): string {
  if (value.length < 2 || !value.startsWith('"') || !value.endsWith('"')) return value
  return value.slice(1, -1).replaceAll(/\\(.)/gs, '$1')
}

function splitOnce(text: string, separator: string): [string, string] | [] {
  const at = text.indexOf(separator)
  return at < 0 ? [] : [text.slice(0, at), text.slice(at + 1)]
}

const invalidFilter = (reason: string) => new BindingError(`Error parsing \`filter\` params: ${reason}`)

/** Renders strings as a hosted project does in its messages: `["a", "b"]`. */
export function inspectList(texts: string[]): string {
  return `[${texts.map((text) => JSON.stringify(text)).join(', ')}]`
}
