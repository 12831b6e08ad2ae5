import { responseHeadersWrong } from '../errors.ts'
import type { ResultRow } from '../execute/execute.ts'
import type { Plan } from '../plan/plan.ts'
import type { ResponseContext } from './response-context.ts'

/** Returns the URL of the only inserted row. */
export function locationOf(plan: Plan, row: ResultRow): string | undefined {
  if (plan.kind !== 'mutation' || plan.verb !== 'insert' || !row.location) return undefined
  const keys = JSON.parse(row.location) as Record<string, string | null>
  const filters = Object.entries(keys).map(
    ([name, value]) => `${encodeURIComponent(name)}=${value === null ? 'is.null' : `eq.${encodeURIComponent(value)}`}`,
  )
  return `/${encodeURIComponent(plan.relation.name)}?${filters.join('&')}`
}

/** Returns the preferences that had an effect, as `Preference-Applied` lists them. */
export function appliedPreferences({ plan, preferences, allowsTxOverride }: ResponseContext): string {
  const isMutation = plan.kind === 'mutation'
  const canMiss = isMutation && plan.verb !== 'delete'
  const limitsRows = isMutation ? plan.verb === 'update' || plan.verb === 'delete' : plan.kind === 'call'
  const applied = [
    isMutation && plan.verb === 'insert' && plan.conflict && `resolution=${plan.conflict.resolution}`,
    canMiss && preferences.missing && `missing=${preferences.missing}`,
    isMutation && preferences.return && `return=${preferences.return}`,
    preferences.count && `count=${preferences.count}`,
    allowsTxOverride && preferences.tx && `tx=${preferences.tx}`,
    preferences.handling && `handling=${preferences.handling}`,
    preferences.timezone && `timezone=${preferences.timezone}`,
    limitsRows &&
      preferences.handling === 'strict' &&
      preferences.maxAffected !== undefined &&
      `max-affected=${preferences.maxAffected}`,
  ]
  return applied.filter(Boolean).join(', ')
}

/** Merges `response.headers` of SQL: each replaces ours of that name, and a name may repeat. */
export function replaceHeaders(own: [string, string | undefined][], text: string | null): [string, string][] {
  const kept = own.filter((pair): pair is [string, string] => pair[1] !== undefined)
  if (!text) return kept
  const pairs = readHeaders(text)
  const replaced = new Set(pairs.map(([name]) => name.toLowerCase()))
  return [...kept.filter(([name]) => !replaced.has(name.toLowerCase())), ...pairs]
}

function readHeaders(text: string): [string, string][] {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    throw responseHeadersWrong()
  }
  if (!Array.isArray(parsed)) throw responseHeadersWrong()
  return parsed.map((entry: unknown): [string, string] => {
    const pairs = Object.entries(typeof entry === 'object' && entry !== null ? entry : {})
    const [name, value] = pairs[0] ?? []
    if (pairs.length !== 1 || name === undefined || typeof value !== 'string') throw responseHeadersWrong()
    if (!isHeader(name, value)) throw responseHeadersWrong()
    return [name, value]
  })
}

/** Returns true for a name and value that HTTP can carry. */
export function isHeader(name: string, value: string): boolean {
  return /^[!#$%&'*+\-.^`|~\w]+$/.test(name) && /^[\t\x20-\x7e\x80-\xff]*$/.test(value)
}
