import { type Token, tokenize } from './tokenize-condition.ts'

/** A policy for SELECT, with its condition as PostgreSQL prints it. */
export type Policy = [isPermissive: boolean, condition: string]

/**
 * Returns a condition that implies the policies regardless of the claims, such as `owner is null` for `owner is null or
 * owner = auth.uid()`. Undefined when there is none. It consists of constants, plain columns and operators of
 * PostgreSQL, none of which can read a setting. PostgreSQL prints each AND and OR in parentheses, so a parser is not
 * needed.
 */
export function findSharedCondition(policies: Policy[], columns: ReadonlySet<string>): string | undefined {
  const find = ([, condition]: Policy) => findSufficient(condition, tokenize(condition) ?? [], columns)
  const permissive = policies.filter(([isPermissive]) => isPermissive).flatMap((policy) => find(policy) ?? [])
  const restrictive = policies.filter(([isPermissive]) => !isPermissive).map(find)
  if (permissive.length === 0 || restrictive.includes(undefined)) return undefined
  return [permissive.map(enclose).join(' or '), ...restrictive.map((part) => part ?? '')].map(enclose).join(' and ')
}

const enclose = (condition: string) => `(${condition})`

/** Returns the condition, or a part of it that implies it, without anything that depends on claims. */
function findSufficient(text: string, given: Token[], columns: ReadonlySet<string>): string | undefined {
  const tokens = stripParentheses(given)
  const [first] = tokens
  const last = tokens.at(-1)
  if (!first || !last) return undefined
  if (tokens.every((token, i) => isPlain(token, tokens[i + 1], columns))) return text.slice(first.start, last.end)
  const parts = split(tokens)
  if (!parts) return undefined
  const found = parts.items.map((part) => findSufficient(text, part, columns))
  const kept = found.filter((part) => part !== undefined)
  if (kept.length === 0 || (parts.operator === 'AND' && kept.length < found.length)) return undefined
  return kept.map(enclose).join(` ${parts.operator} `)
}

const KEYWORDS = new Set('AND OR NOT IS NULL TRUE FALSE UNKNOWN DISTINCT FROM ANY ALL ARRAY true false'.split(' '))

function isPlain({ kind, value }: Token, next: Token | undefined, columns: ReadonlySet<string>): boolean {
  if (kind === 'constant' || kind === 'operator' || kind === 'mark') return true
  if (kind === 'word' && KEYWORDS.has(value)) return true
  // PostgreSQL prints keywords in capitals, and quotes columns whose names are keywords.
  const isName = kind === 'name' || (kind === 'word' && value === value.toLowerCase())
  // A name before a parenthesis is that of a function.
  return isName && columns.has(value) && next?.value !== '('
}

/** Removes parentheses around the whole. */
function stripParentheses(tokens: Token[]): Token[] {
  let inner = tokens
  while (inner[0]?.value === '(' && findEnd(inner) === inner.length - 1) inner = inner.slice(1, -1)
  return inner
}

/** Returns the index of the parenthesis that closes the first one. */
function findEnd(tokens: Token[]): number {
  let depth = 0
  return tokens.findIndex(({ kind, value }) => {
    depth += kind === 'mark' ? toStep(value) : 0
    return depth === 0
  })
}

const toStep = (mark: string) => ({ '(': 1, '[': 1, ')': -1, ']': -1 })[mark] ?? 0

/** Splits a condition whose outermost operators are all AND or all OR. */
function split(tokens: Token[]): { operator: string; items: Token[][] } | undefined {
  const items: Token[][] = [[]]
  const operators = new Set<string>()
  let depth = 0
  for (const token of tokens) {
    const { kind, value } = token
    if (kind === 'mark') depth += toStep(value)
    if (depth === 0 && kind === 'word' && /^(AND|OR)$/.test(value)) {
      operators.add(value)
      items.push([])
    } else if (depth === 0 && kind === 'word' && /^(SELECT|CASE|NOT)$/.test(value)) return undefined
    else items.at(-1)?.push(token)
  }
  const [operator] = operators
  return operator !== undefined && operators.size === 1 ? { operator, items } : undefined
}
