import type { ReactNode } from 'react'
import { MemberAvatar } from '#app/features/account/members/member-avatar.tsx'
import { nameMember } from '#app/features/account/members/member-name.ts'
import { formatMonth } from '#app/lib/format/dates.ts'
import { classNames } from '#app/ui/class-names.ts'
import { Rating } from '#app/ui/display/rating.tsx'
import type { Review } from './review-schema.ts'
import './reviews.css'

/** A review: member, date, rating and text. */
export function ReviewItem({
  review,
  isFresh = false,
  actions,
}: {
  review: Review
  /** Just loaded on request: marked as new, and focusable. */
  isFresh?: boolean
  actions?: ReactNode
}) {
  const { author, created_at, rating, body } = review
  return (
    <li
      className={classNames('review', isFresh && 'is-fresh')}
      id={`review-${review.id}`}
      tabIndex={isFresh ? -1 : undefined}
    >
      <MemberAvatar id={author?.id ?? review.id} url={author?.avatar_url ?? null} size={44} />
      <div className="review-text">
        <p className="review-head">
          <b dir="auto">{nameMember(author)}</b>
          <time dateTime={created_at}>{formatMonth(created_at)}</time>
          {isFresh && <span className="fresh-word">new</span>}
        </p>
        <Rating value={rating} />
        {body && (
          <p className="review-body" dir="auto">
            {body}
          </p>
        )}
        {actions && <div className="review-actions">{actions}</div>}
      </div>
    </li>
  )
}
