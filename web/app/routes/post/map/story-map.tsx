import { useMemo } from 'react'
import { LivePlate } from '#app/features/map/live-plate.tsx'
import { NumberMark } from '#app/features/map/number-mark.tsx'
import { Plate } from '#app/features/map/plate.tsx'
import { useAppSettings } from '#app/platform/root-data.ts'
import type { StoryStop } from '../compose-story.ts'
import type { PostPlates } from '../post-plate.server.ts'
import { StopPanel } from '../stops/stop-panel.tsx'
import { StoryMapLive } from './story-map-live.tsx'
import { useIsWide } from './use-is-wide.ts'

const LABEL = 'Map of the spots in this story'
const MARK_DISTANCE_PX = 30

/**
 * The way of a story: beside the text on wide screens, where it is a live map that follows the scroll; above it on small ones,
 * where it wakes when somebody presses it.
 */
export function StoryMap({
  plates,
  stops,
  around,
  current,
  onSelect,
}: {
  plates: PostPlates
  stops: StoryStop[]
  around: [lng: number, lat: number][]
  current: number
  onSelect: (number: number) => void
}) {
  const isWide = useIsWide()
  const { mapStyleUrl } = useAppSettings()
  const marks = useMemo(
    () =>
      stops.map(({ number, spot: { lng, lat, title } }) => ({
        id: String(number),
        lng,
        lat,
        label: `${number}, ${title}`,
        content: <NumberMark number={number} />,
      })),
    [stops],
  )
  const route = useMemo(() => stops.map(({ spot: { lng, lat } }) => ({ lng, lat })), [stops])
  const places = useMemo(() => around.map(([lng, lat]) => ({ lng, lat, count: 1 })), [around])
  const drawing = { label: LABEL, marks, route, places, markDistancePx: MARK_DISTANCE_PX }
  return (
    <aside className="story-map" aria-label={LABEL}>
      <div className="story-map-narrow">
        <LivePlate
          plate={plates.narrow}
          {...drawing}
          readings={false}
          styleUrl={mapStyleUrl}
          onMarkPress={(id) => onSelect(Number(id))}
        />
      </div>
      <div className="story-map-wide">
        <div className="story-map-plate">
          <Plate plate={plates.tall} {...drawing} />
        </div>
        {isWide && (
          <StoryMapLive
            view={plates.tall.view}
            drawing={drawing}
            current={current}
            styleUrl={mapStyleUrl}
            onSelect={onSelect}
          />
        )}
        <StopPanel stops={stops} current={current} onSelect={onSelect} />
      </div>
    </aside>
  )
}
