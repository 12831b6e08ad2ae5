import { STATUS_CODES } from 'node:http'
import { type BufferedResponse, isBodyless, setHeader } from '../../http/buffered-response.ts'
import { notSingular, rangeNotSatisfiable, responseHeadersWrong, responseStatusWrong } from '../errors.ts'
import type { Executed, ResultRow } from '../execute/execute.ts'
import type { Format } from '../http/media-types.ts'
import type { Preferences } from '../http/preferences.ts'
import type { Plan } from '../plan/plan.ts'
import type { RestError } from '../rest-error.ts'

export interface ResponseContext {
  method: string
  plan: Plan
  format: Format
  preferences: Preferences
  maxRows: number | undefined
  /** The schema, if the response names it. */
  profile: string | undefined
  contentLocation: string | undefined
  allowsTxOverride: boolean
}

/** Builds the response from the row of the database. Throws PGRST103, 111 and 112. */
export function respond(context: ResponseContext, executed: Executed): BufferedResponse {
  const { method, plan, format } = context
  const { row } = executed
  if (format.kind === 'plan') return respondPlan(context, row)
  const total = totalOf(context, executed)
  const range = rangeOf(plan, row, total)
  const body = bodyOf(context, row)
  const status = readStatus(row.status) ?? statusOf(context, row, range?.isPartial ?? false)
  const isEmpty = body === null || method === 'HEAD' || isBodyless(status)
  const headers: [string, string | undefined][] = [
    ['Content-Range', range?.text],
    ['Content-Location', context.contentLocation],
    ['Location', locationOf(plan, row)],
    ['Preference-Applied', appliedPreferences(context) || undefined],
    ['Vary', 'Accept, Prefer, Range'],
    ['Content-Type', body === null ? undefined : format.contentType],
    ['Content-Profile', body === null ? undefined : context.profile],
    ['Content-Length', isEmpty && method === 'POST' && status !== 204 ? '0' : undefined],
  ]
  const all = replaceHeaders(headers, row.headers)
  return { status, statusText: statusText(status), headers: all, body: isEmpty ? null : body }
}

function respondPlan({ method, format, profile }: ResponseContext, { body }: ResultRow): BufferedResponse {
  const headers: BufferedResponse['headers'] = [['Content-Type', format.contentType]]
  if (profile !== undefined) headers.push(['Content-Profile', profile])
  return { status: 200, statusText: statusText(200), headers, body: method === 'HEAD' ? null : body }
}

/** Requires exactly one row if the client requested an object. Throws PGRST116. */
export function requireSingular(plan: Plan, format: Format, row: ResultRow): void {
  if (!isSingular(plan, format)) return
  if (Number(row.row_count) !== 1) throw notSingular(Number(row.row_count))
}

export function isSingular(plan: Plan, format: Format): boolean {
  if (format.kind !== 'json' || !format.singular) return false
  return plan.kind !== 'call' || plan.routine.returnsSet
}

function bodyOf(
  { method, plan, format }: ResponseContext,
  { body }: ResultRow,
): string | Uint8Array<ArrayBuffer> | null {
  if (plan.kind === 'call' && plan.routine.returns === 'void') return null
  if (plan.kind === 'mutation' && plan.returnKind !== 'representation') return null
  if (method === 'HEAD') return ''
  if (format.kind === 'media') return format.isBinary ? Buffer.from(body ?? '', 'hex') : (body ?? '')
  if (body === null) return null
  const isOneValue = format.kind === 'json' && (format.singular || (plan.kind === 'call' && !plan.routine.returnsSet))
  if (!isOneValue) return body
  // json_agg of one row is `[` row `]`. A filter may exclude the only value of a function.
  return body === '[]' ? 'null' : body.slice(1, -1)
}

function statusOf({ plan }: ResponseContext, row: ResultRow, isPartial: boolean): number {
  if (plan.kind === 'mutation') {
    const represented = plan.returnKind === 'representation'
    if (plan.verb === 'insert') {
      const onlyUpdated = plan.conflict?.resolution === 'merge-duplicates' && Number(row.inserted || 0) === 0
      return onlyUpdated ? 200 : 201
    }
    if (plan.verb === 'put' && represented) return Number(row.inserted || 0) > 0 ? 201 : 200
    return represented ? 200 : 204
  }
  if (plan.kind === 'call' && plan.routine.returns === 'void') return 204
  return isPartial ? 206 : 200
}

function totalOf(
  { plan, preferences, maxRows }: ResponseContext,
  { row, estimatedRows }: Executed,
): number | undefined {
  const exact = row.total === null ? undefined : Number(row.total)
  if (estimatedRows === undefined) return exact
  if (preferences.count === 'planned') return estimatedRows
  if (exact !== undefined && maxRows !== undefined && exact <= maxRows) return exact
  return plan.kind === 'read' ? Math.max(exact ?? 0, estimatedRows) : exact
}

interface ContentRange {
  text: string
  isPartial: boolean
}

function rangeOf(plan: Plan, row: ResultRow, total: number | undefined): ContentRange | undefined {
  const rows = Number(row.row_count)
  const all = total ?? '*'
  if (plan.kind === 'mutation') {
    if (plan.verb === 'put') return undefined
    const isUpdate = plan.verb === 'update' && rows > 0
    return { text: `${isUpdate ? `0-${rows - 1}` : '*'}/${all}`, isPartial: false }
  }
  const { offset } = plan.root
  if (total !== undefined && offset > total) {
    const details = `An offset of ${offset} was requested, but there are only ${total} rows.`
    throw rangeNotSatisfiable(details, `*/${total}`)
  }
  const text = rows === 0 ? `*/${all}` : `${offset}-${offset + rows - 1}/${all}`
  return { text, isPartial: total !== undefined && rows < total }
}

/** Returns the address of the only inserted row. */
function locationOf(plan: Plan, row: ResultRow): string | undefined {
  if (plan.kind !== 'mutation' || plan.verb !== 'insert' || !row.location) return undefined
  const keys = JSON.parse(row.location) as Record<string, string | null>
  const filters = Object.entries(keys).map(
    ([name, value]) => `${encodeURIComponent(name)}=${value === null ? 'is.null' : `eq.${encodeURIComponent(value)}`}`,
  )
  return `/${encodeURIComponent(plan.relation.name)}?${filters.join('&')}`
}

function appliedPreferences({ plan, preferences, allowsTxOverride }: ResponseContext): string {
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
function replaceHeaders(own: [string, string | undefined][], text: string | null): [string, string][] {
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

function isHeader(name: string, value: string): boolean {
  return /^[!#$%&'*+\-.^`|~\w]+$/.test(name) && /^[\t\x20-\x7e\x80-\xff]*$/.test(value)
}

function readStatus(text: string | null): number | undefined {
  if (!text) return undefined
  const status = Number(/^\d+/.exec(text)?.[0] ?? Number.NaN)
  if (!(status >= 200 && status <= 599)) throw responseStatusWrong()
  return status
}

/** Builds the response to an error. */
export function respondError(error: RestError, method = 'GET'): BufferedResponse {
  const headers: BufferedResponse['headers'] = [
    ['Content-Type', 'application/json; charset=utf-8'],
    ['Proxy-Status', `PostgREST; error=${error.code.replaceAll(/[^\x21-\x7e]/g, '')}`],
  ]
  // Names and values that HTTP cannot carry are dropped.
  for (const [name, value] of error.headers) if (isHeader(name, value)) setHeader({ headers }, name, value)
  const phrase = error.statusText?.replaceAll(/[^\x20-\x7e]/g, '') ?? statusText(error.status)
  const isEmpty = method === 'HEAD' || isBodyless(error.status)
  return { status: error.status, statusText: phrase, headers, body: isEmpty ? null : JSON.stringify(error.toBody()) }
}

/** Returns the reason phrase of a status. supabase-js passes it on, also for in-process responses. */
function statusText(status: number): string {
  return STATUS_CODES[status] ?? ''
}
