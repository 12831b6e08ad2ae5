import { getMemberName } from '#app/features/account/members/member-name.ts'
import { quoteCell } from '#app/lib/format/quote-cell.ts'
import type { LogEntry } from './log-schema.ts'

/** Formats the log as CSV (RFC 4180), with the byte order mark that spreadsheets need. */
export function formatLog(entries: LogEntry[]): string {
  const rows = [['when', 'who', 'did', 'kind', 'id', 'what', 'reason'], ...entries.map(toRow)]
  return `\ufeff${rows.map((row) => `${row.map(quoteCell).join(',')}\r\n`).join('')}`
}

function toRow(entry: LogEntry): string[] {
  const who = entry.is_site ? 'the site' : getMemberName(entry.actor)
  return [entry.at, who, entry.action, entry.kind, entry.target_id, entry.title ?? '', entry.reason]
}
