import { href } from 'react-router'
import { isLandscape } from '#app/features/categories/categories.ts'
import { SpotPicture } from '#app/features/spots/cards/spot-picture.tsx'
import { spotUrl } from '#app/features/spots/spot-url.ts'
import { formatDay } from '#app/lib/format/dates.ts'
import { writeOrdinal } from '#app/lib/format/number-words.ts'
import { SafeLink } from '#app/platform/navigation/safe-link.tsx'
import { LinkButton } from '#app/ui/buttons/link-button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import type { Contribution } from './account-tabs.ts'

/** A contribution that is not or no longer public, with its status and the next step. */
export function ContributionCard({ item }: { item: Contribution }) {
  const { row } = item
  const isSpot = item.kind === 'spot'
  return (
    <li className="contribution" data-status={row.status}>
      {isSpot && (
        <div className="card-picture">
          <SpotPicture spot={item.row} format="thumb" sizes="6.75rem" />
        </div>
      )}
      <div className="contribution-body">
        <p className="contribution-status">{describeStatus(item)}</p>
        <h2
          className={classNames('title text-h3 lines-2', isSpot && isLandscape(item.row.category) && 'nature')}
          dir="auto"
        >
          <SafeLink className="card-link" to={isSpot ? spotUrl(row) : href('/post/:slug', { slug: row.slug })}>
            {row.title}
          </SafeLink>
        </h2>
        <ContributionNote item={item} />
      </div>
      {row.status !== 'removed' && (
        <div className="contribution-action above-link">
          <LinkButton
            to={isSpot ? `${spotUrl(row)}/edit` : href('/post/:slug/edit', { slug: row.slug })}
            aria-label={`Edit ${row.title}`}
          >
            Edit
          </LinkButton>
        </div>
      )}
    </li>
  )
}

function ContributionNote({ item: { row } }: { item: Contribution }) {
  if (row.status === 'removed')
    return (
      <p className="contribution-note">
        Reason: <span dir="auto">{row.removal_reason}</span>
      </p>
    )
  if (row.status === 'pending' && row.queue_position)
    return <p className="contribution-note">{writeOrdinal(row.queue_position)} in the queue</p>
  return <p className="contribution-note">Last changed {formatDay(row.updated_at)}</p>
}

function describeStatus({ kind, row }: Contribution): string {
  const noun = kind === 'spot' ? 'Spot' : 'Story'
  if (row.status === 'pending') return 'Waiting for review'
  return row.status === 'removed' ? `${noun} removed by a moderator` : `${noun}, not published`
}
