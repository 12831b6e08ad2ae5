import { isLandscape } from '#app/features/categories/categories.ts'
import { spotUrl } from '#app/features/spots/spot-url.ts'
import { formatDistance } from '#app/lib/geo/distance.ts'
import { classNames } from '#app/ui/class-names.ts'
import { Notice } from '#app/ui/notice.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import type { Twin } from './use-pin-notes.ts'

/** Asks whether the place is marked already, before somebody writes about it once more. */
export function DuplicatesNotice({ twins, onOther }: { twins: readonly Twin[]; onOther: (ids: string[]) => void }) {
  const [first, ...more] = twins
  return (
    <div role="status">
      {first && (
        <Notice kind="question" className="submit-twins">
          <b>Is it this one?</b>{' '}
          <span className={classNames('title', isLandscape(first.category) && 'nature')} dir="auto">
            {first.title}
          </span>{' '}
          is marked {formatDistance(first.distance_meters)} from your pin
          {more.length > 0 && `, and ${more.length} more near it`}. <TextLink to={spotUrl(first)}>Look at it</TextLink>{' '}
          or{' '}
          <button type="button" className="link" onClick={() => onOther(twins.map(({ id }) => id))}>
            go on, mine is another
          </button>
          .
        </Notice>
      )}
    </div>
  )
}
