import { getMemberName } from '#app/features/account/members/member-name.ts'
import { quoteCell } from '#app/lib/format/quote-cell.ts'
import { getSupabase } from '#app/platform/session/session.server.ts'
import { requireModerator } from '../desk/require-moderator.server.ts'
import type { Route } from './+types/log-csv.ts'
import { getLogPage, type LogEntry, readLogFilter } from './log-schema.ts'

const MAX_ROWS = 5000

/** The filtered log as a CSV file (RFC 4180), the latest 5,000 entries. */
export async function loader({ url, context }: Route.LoaderArgs) {
  requireModerator(context, url)
  const filter = readLogFilter(url.searchParams)
  const { entries } = await getLogPage(getSupabase(context), filter, { before: undefined, most: MAX_ROWS })
  const rows = [['when', 'who', 'did', 'kind', 'id', 'what', 'reason'], ...entries.map(toRow)]
  return new Response(rows.map((row) => `${row.map(quoteCell).join(',')}\r\n`).join(''), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="moderation-log.csv"',
      'cache-control': 'private, no-store',
    },
  })
}

function toRow(entry: LogEntry): string[] {
  const who = entry.is_site ? 'the site' : getMemberName(entry.actor)
  return [entry.at, who, entry.action, entry.kind, entry.target_id, entry.title ?? '', entry.reason]
}
