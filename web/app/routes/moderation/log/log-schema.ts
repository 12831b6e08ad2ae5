import * as v from 'valibot'
import { MemberSummary } from '#app/features/account/members/member-summary.ts'
import { type Supabase, takeData } from '#app/lib/supabase.ts'
import { QueueCounts } from '../desk/desk-schema.ts'

const Entry = v.object({
  id: v.number(),
  at: v.string(),
  actor: v.nullable(MemberSummary),
  is_site: v.boolean(),
  action: v.string(),
  kind: v.string(),
  target_id: v.string(),
  /** Null while the target is private. */
  title: v.nullable(v.string()),
  reason: v.string(),
  author: v.nullable(MemberSummary),
  /** Null for content that was deleted, for example with its author's account. */
  may_restore: v.nullable(v.boolean()),
})

const LogPage = v.object({
  counts: QueueCounts,
  entries: v.array(Entry),
  moderators: v.array(v.object({ id: v.string(), username: v.nullable(v.string()) })),
})

export type LogEntry = v.InferOutput<typeof Entry>
export type LogPage = v.InferOutput<typeof LogPage>

/** The filters of the log, as in the URL. */
export interface LogFilter {
  q: string
  actor: string
  action: string
  /** `2026-11`, or empty for all. */
  month: string
}

/** Returns the filters in a URL. Other parameters are left out. */
export function readLogFilter(search: URLSearchParams): LogFilter {
  const get = (name: string, pattern: RegExp) => {
    const value = search.get(name)?.trim() ?? ''
    return pattern.test(value) ? value : ''
  }
  return {
    q: (search.get('q') ?? '').trim().slice(0, 200),
    actor: get('actor', /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/),
    action: get('action', /^[a-z-]{1,40}$/),
    month: get('month', /^20\d\d-(?:0[1-9]|1[0-2])$/),
  }
}

export async function getLogPage(
  supabase: Supabase,
  { q, actor, action, month }: LogFilter,
  { before, most }: { before: number | undefined; most: number },
): Promise<LogPage> {
  const response = await supabase.rpc('list_moderation_log', {
    search: q || undefined,
    actor: actor || undefined,
    action: action || undefined,
    since: month ? `${month}-01T00:00:00Z` : undefined,
    until: month ? toNextMonth(month) : undefined,
    before,
    most,
  })
  return v.parse(LogPage, takeData(response))
}

function toNextMonth(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 1)).toISOString()
}
