import { isLandscape } from '#app/features/categories/categories.ts'
import { spotUrl } from '#app/features/spots/spot-url.ts'
import { formatDistance } from '#app/lib/geo/distance.ts'
import { classNames } from '#app/ui/class-names.ts'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import type { Duplicate } from './use-pin-notes.ts'

/** Shows existing spots near the pin, so that no place is added twice. */
export function DuplicatesNotice({
  duplicates,
  onOther,
}: {
  duplicates: readonly Duplicate[]
  onOther: (ids: string[]) => void
}) {
  const [first, ...more] = duplicates
  return (
    <div role="status">
      {first && (
        <Notice kind="question" className="submit-notice">
          <b>Is it this one?</b>{' '}
          <span className={classNames('title', isLandscape(first.category) && 'nature')} dir="auto">
            {first.title}
          </span>{' '}
          is {formatDistance(first.distance_meters)} from your pin
          {more.length > 0 && `, and ${more.length} more near it`}. <TextLink to={spotUrl(first)}>View it</TextLink> or{' '}
          <button type="button" className="link" onClick={() => onOther(duplicates.map(({ id }) => id))}>
            continue, mine is a different place
          </button>
          .
        </Notice>
      )}
    </div>
  )
}
