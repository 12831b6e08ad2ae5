import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { href } from 'react-router'
import { getMemberName } from '#app/features/account/members/member-name.ts'
import { SpotPicture } from '#app/features/spots/cards/spot-picture.tsx'
import { formatAge, formatAgo } from '#app/lib/format/dates.ts'
import { formatNumber } from '#app/lib/format/numbers.ts'
import { ListRow } from '#app/ui/layout/list-row.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import { describeRecord } from '../desk/author-record.tsx'
import type { WaitingPage, WaitingRow } from './waiting-schema.ts'

const QUEUE = href('/account/moderation')

/** The waiting contributions, oldest first. */
export function WaitingQueue({ page, now }: { page: WaitingPage; now: string }) {
  const { items, counts, oldest_at, earlier, later, opened } = page
  return (
    <>
      <div className="desk-queue-head">
        <h2 className="desk-queue-title">{formatNumber(counts.waiting)} waiting</h2>
        {oldest_at && <span className="desk-note">oldest {formatAgo(oldest_at, new Date(now))}</span>}
      </div>
      {earlier !== null && <TextLink to={`${QUEUE}?from=${earlier}`}>Earlier</TextLink>}
      <ul>
        {items.map((row) => (
          <QueueRow key={row.id} row={row} isOpen={row.id === opened?.id} now={now} />
        ))}
      </ul>
      {later !== null && <TextLink to={`${QUEUE}?from=${later}`}>Later</TextLink>}
    </>
  )
}

function QueueRow({ row, isOpen, now }: { row: WaitingRow; isOpen: boolean; now: string }) {
  const { spot, post } = row
  const title = spot?.title ?? post?.title ?? ''
  const warning = warnOfSpam(row)
  return (
    <ListRow
      to={`${QUEUE}?item=${row.id}`}
      title={title}
      selected={isOpen}
      picture={
        spot ? (
          <SpotPicture spot={spot} format="thumb" sizes="56px" />
        ) : (
          <span className="desk-story-icon" aria-hidden="true" />
        )
      }
    >
      <p className="desk-row-line">
        <span>
          <bdi>{getMemberName(row.author)}</bdi>
          {row.record && ` · ${describeRecord(row.record, 'First contribution')}`}
        </span>
        <span>{formatAge(row.since, new Date(now))}</span>
      </p>
      {warning ? (
        <p className="desk-warning">
          <TriangleAlert size={14} aria-hidden="true" />
          {warning}
        </p>
      ) : (
        <p className="desk-note">
          {spot ? (spot.city?.name ?? 'Far from any city') : 'Story'}
          {row.asked_at && ' · the author was asked'}
        </p>
      )}
    </ListRow>
  )
}

/** Returns why a contribution looks like spam, or undefined. */
function warnOfSpam({ spot, record }: WaitingRow): string | undefined {
  if (!spot) return undefined
  if (spot.same_text > 2)
    return `Looks like spam: same text ${spot.same_text} times${spot.has_link ? ', with a link' : ''}`
  if (spot.has_link && record?.published === 0) return 'First contribution, with a link'
  return undefined
}
