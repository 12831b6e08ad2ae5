import ArrowLeft from 'lucide-react/icons/arrow-left'
import ArrowRight from 'lucide-react/icons/arrow-right'
import { isLandscape } from '#app/features/categories/categories.ts'
import type { StoryStop } from '#app/features/posts/reading/compose-story.ts'
import { distanceMeters, formatDistance } from '#app/lib/geo/distance.ts'
import { IconButton } from '#app/ui/buttons/icon-button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { NumberDisc } from '#app/ui/display/number-disc.tsx'

/** The reader's progress, over the map: the current spot, the distance so far, and the previous and next spots. */
export function StopPanel({
  stops,
  current,
  onSelect,
}: {
  stops: StoryStop[]
  current: number
  onSelect: (number: number) => void
}) {
  const stop = stops[current - 1]
  const [first] = stops
  if (!stop || !first) return null
  const way = measureWay(stops)
  const walked = way[current - 1] ?? 0
  const total = way.at(-1) ?? 0
  return (
    <div className="stop-panel double-frame is-floating">
      <div className="stop-panel-line">
        <NumberDisc number={current} />
        <div className="min-w-0 flex-1" aria-live="polite">
          <p className={classNames('title stop-panel-title', isLandscape(stop.spot.category) && 'nature')} dir="auto">
            {stop.spot.title}
          </p>
          <p className="text-small text-ink-2">
            {current === 1 ? (
              `first of ${stops.length}`
            ) : (
              <>
                {formatDistance(distanceMeters(first.spot, stop.spot))} from <bdi>{first.spot.title}</bdi>
              </>
            )}
          </p>
        </div>
        <IconButton
          label="Previous spot"
          icon={<ArrowLeft />}
          disabled={current === 1}
          onClick={() => onSelect(current - 1)}
        />
        <IconButton
          label="Next spot"
          icon={<ArrowRight />}
          disabled={current === stops.length}
          onClick={() => onSelect(current + 1)}
        />
      </div>
      {total > 0 && (
        <div className="stop-panel-bar" aria-hidden="true">
          <span style={{ width: `${Math.round((walked / total) * 100)}%` }} />
        </div>
      )}
    </div>
  )
}

/** Returns the metres from the first spot to each, along the line through all of them. */
function measureWay(stops: StoryStop[]): number[] {
  let meters = 0
  return stops.map(({ spot }, index) => {
    const before = stops[index - 1]
    if (before) meters += distanceMeters(before.spot, spot)
    return meters
  })
}
