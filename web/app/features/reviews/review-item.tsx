import type { ReactNode } from 'react'
import { MemberAvatarLink, MemberLink } from '#app/features/account/members/member-link.tsx'
import { PhotoImage } from '#app/features/media/photo-image.tsx'
import { photoUrl, widestPhoto } from '#app/features/media/photo-sizes.ts'
import { formatMonth } from '#app/lib/format/dates.ts'
import { classNames } from '#app/ui/class-names.ts'
import { EditedTime } from '#app/ui/display/edited-time.tsx'
import { Rating } from '#app/ui/display/rating.tsx'
import { TextWithMentions } from '#app/ui/display/text-with-mentions.tsx'
import { describeRating } from './rating-words.ts'
import type { Review } from './review-schema.ts'
import './reviews.css'

/** A review: member, date, rating, text and photos. */
export function ReviewItem({
  review,
  isOwn = false,
  isFresh = false,
  linkSecret,
  menu,
  actions,
  replies,
}: {
  review: Review
  isOwn?: boolean
  /** Just loaded on request: marked as new, and focusable. */
  isFresh?: boolean
  linkSecret: string | null
  menu?: ReactNode
  actions?: ReactNode
  replies?: ReactNode
}) {
  const { author, created_at, edited_at, rating, body, photos } = review
  return (
    <li className={classNames('review', isFresh && 'is-fresh')} id={`review-${review.id}`} tabIndex={-1}>
      <MemberAvatarLink member={author} size={44} />
      <div className="review-text">
        <div className="review-head">
          <MemberLink member={author} className="comment-author" />
          {isOwn && <span className="comment-label">you</span>}
          {isFresh && <span className="fresh-word">new</span>}
          <span className="comment-time">
            <time dateTime={created_at}>{formatMonth(created_at)}</time>
            <EditedTime at={edited_at} />
          </span>
          {menu}
        </div>
        <p className="review-rating">
          <Rating value={rating} /> {describeRating(rating)}
        </p>
        {body && (
          <p className="review-body" dir="auto">
            <TextWithMentions text={body} />
          </p>
        )}
        {photos.length > 0 && (
          <ul className="review-photos">
            {photos.map((photo, index) => (
              <li key={photo.id}>
                <a
                  href={photoUrl(photo.id, widestPhoto(photo.width), 'webp', linkSecret)}
                  aria-label={`Photo ${index + 1} of ${photos.length}${photo.alt_text && `: ${photo.alt_text}`}`}
                >
                  <PhotoImage photo={photo} sizes="7.5rem" linkSecret={linkSecret} />
                </a>
              </li>
            ))}
          </ul>
        )}
        {actions && <div className="review-actions touch-areas">{actions}</div>}
        {replies}
      </div>
    </li>
  )
}
