import { getSupabase } from '#app/platform/session/session.server.ts'
import { requireModerator } from '../desk/require-moderator.server.ts'
import type { Route } from './+types/log-csv.ts'
import { formatLog } from './format-log.ts'
import { getLogPage, readLogFilter } from './log-schema.ts'

const MAX_ROWS = 5000

/** The filtered log as a CSV file, the latest 5,000 entries. */
export async function loader({ url, context }: Route.LoaderArgs) {
  requireModerator(context, url)
  const filter = readLogFilter(url.searchParams)
  const { entries } = await getLogPage(getSupabase(context), filter, { before: undefined, most: MAX_ROWS })
  return new Response(formatLog(entries), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="moderation-log.csv"',
      'cache-control': 'private, no-store',
    },
  })
}
