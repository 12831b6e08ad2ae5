import Flag from 'lucide-react/icons/flag'
import { href } from 'react-router'
import { getMemberName } from '#app/features/account/members/member-name.ts'
import { formatAge } from '#app/lib/format/dates.ts'
import { formatCount } from '#app/lib/format/numbers.ts'
import { ListRow } from '#app/ui/layout/list-row.tsx'
import { type ReportedRow, type ReportsPage, reasonWords } from './reports-schema.ts'

const QUEUE = href('/account/moderation/reports')

/** The reported items: hidden ones first, then by their number of reports. */
export function ReportsQueue({
  page: { items, counts, report_count, opened },
  now,
}: {
  page: ReportsPage
  now: string
}) {
  return (
    <>
      <div className="desk-queue-head">
        <h2 className="desk-queue-title">
          {formatCount(counts.reports, 'item')}
          <span className="desk-note"> · {formatCount(report_count, 'report')}</span>
        </h2>
        <span className="desk-note">Most serious first</span>
      </div>
      <ul>
        {items.map((row) => (
          <ListRow
            key={row.id}
            to={`${QUEUE}?item=${row.id}`}
            title={describeReported(row)}
            selected={row.id === opened?.id}
            picture={
              <span className="desk-report-icon" aria-hidden="true">
                <Flag size={20} />
              </span>
            }
          >
            <p className="desk-row-line">
              <span>
                {formatCount(row.report_count, 'report')}
                {row.reason && `: ${reasonWords[row.reason]}`}
                {row.is_hidden && ' · hidden until reviewed'}
              </span>
              <span>{formatAge(row.since, new Date(now))}</span>
            </p>
          </ListRow>
        ))}
      </ul>
    </>
  )
}

/** Describes a reported item: "Photo of San Fruttuoso", "Comment by member-740". */
export function describeReported({ kind, title, author }: Pick<ReportedRow, 'kind' | 'title' | 'author'>): string {
  if (kind === 'member') return `Member ${getMemberName(author)}`
  return title ?? 'Deleted or private'
}
