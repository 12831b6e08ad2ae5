import { isLandscape } from '#app/features/categories/categories.ts'
import { SaveIcon } from '#app/features/lists/save-icon.tsx'
import { handleSaveKey } from '#app/features/lists/save-keys.ts'
import { ClosedMark } from '#app/features/spots/cards/closed-mark.tsx'
import { SpotPicture } from '#app/features/spots/cards/spot-picture.tsx'
import type { SpotSummary } from '#app/features/spots/spot-summary.ts'
import { spotUrl } from '#app/features/spots/spot-url.ts'
import { SafeLink } from '#app/platform/navigation/safe-link.tsx'
import { classNames } from '#app/ui/class-names.ts'

/** At most three covers, and how many more there are. */
export function Covers({ spots, count }: { spots: SpotSummary[]; count: number }) {
  const left = count - spots.length
  return (
    <>
      <ul className="feed-covers">
        {spots.map((spot) => (
          <li
            key={spot.id}
            className="card feed-cover"
            onKeyDown={({ nativeEvent, currentTarget }) => handleSaveKey(nativeEvent, currentTarget)}
          >
            <div className="card-picture">
              <SpotPicture spot={spot} format="card" sizes="(width < 47.5rem) 33vw, 250px" />
            </div>
            <h4
              className={classNames('title feed-cover-title lines-2', isLandscape(spot.category) && 'nature')}
              dir="auto"
            >
              <SafeLink className="card-link" to={spotUrl(spot)} prefetch="intent">
                {spot.title}
              </SafeLink>{' '}
              <ClosedMark spot={spot} />
            </h4>
            <SaveIcon spot={spot} className="feed-save" />
          </li>
        ))}
      </ul>
      {left > 0 && <p className="feed-quiet">and {left} more</p>}
    </>
  )
}
