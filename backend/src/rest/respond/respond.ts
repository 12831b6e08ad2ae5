import { STATUS_CODES } from 'node:http'
import { type BufferedResponse, isBodyless, setHeader } from '../../http/buffered-response.ts'
import { notSingular, responseStatusWrong } from '../errors.ts'
import type { Executed, ResultRow } from '../execute/execute.ts'
import type { Format } from '../http/media-types.ts'
import type { Plan } from '../plan/plan.ts'
import type { RestError } from '../rest-error.ts'
import { rangeOf, totalOf } from './content-range.ts'
import type { ResponseContext } from './response-context.ts'
import { appliedPreferences, isHeader, locationOf, replaceHeaders } from './response-headers.ts'

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

/** Returns true if the client requested one object and the plan returns rows. */
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

/** Returns the reason phrase of a status. supabase-js passes it on, even for in-process responses. */
function statusText(status: number): string {
  return STATUS_CODES[status] ?? ''
}
