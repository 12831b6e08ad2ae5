import { useMemo } from 'react'
import { ClickToLoadMap } from '#app/features/map/embedded/click-to-load-map.tsx'
import type { MapView } from '#app/features/map/map-view.ts'
import { NumberMark } from '#app/features/map/marks/number-mark.tsx'
import { StaticMap } from '#app/features/map/static/static-map.tsx'
import type { StoryStop } from '#app/features/posts/reading/compose-story.ts'
import { useAppSettings } from '#app/platform/root-data.ts'
import { classNames } from '#app/ui/class-names.ts'
import { useMediaQuery } from '#app/ui/use-media-query.ts'
import { StopPanel } from '../stops/stop-panel.tsx'
import { chooseNameSides, MARK_DISTANCE_PX, PANEL_PX } from './name-sides.ts'
import type { PostMaps } from './post-map.server.ts'
import { StopName, type StoryDrawing, StoryMapLive } from './story-map-live.tsx'

const LABEL = 'Map of the spots in this story'
/** The breakpoint of story-map.css from which the map is beside the text. */
const WIDE = '(width >= 67.5rem)'

/**
 * The map of a story. On wide screens it is interactive, beside the text, and follows the scroll position; on small
 * ones it is above the text, marks the current spot, and becomes interactive when pressed.
 */
export function StoryMap({
  staticMaps,
  stops,
  around,
  current,
  onSelect,
}: {
  staticMaps: PostMaps
  stops: StoryStop[]
  around: [lng: number, lat: number][]
  current: number
  onSelect: (number: number) => void
}) {
  const isWide = useMediaQuery(WIDE)
  const { mapStyleUrl } = useAppSettings()
  const marks = useMemo(
    () =>
      stops.map(({ number, spot: { lng, lat, title } }) => ({
        id: String(number),
        lng,
        lat,
        title,
        label: `${number}, ${title}`,
        content: <NumberMark number={number} />,
      })),
    [stops],
  )
  const route = useMemo(() => stops.map(({ spot: { lng, lat } }) => ({ lng, lat })), [stops])
  const places = useMemo(() => around.map(([lng, lat]) => ({ lng, lat, count: 1 })), [around])
  const drawing = { label: LABEL, marks, route, places, markDistancePx: MARK_DISTANCE_PX }
  const named = useMemo(
    () => ({
      tall: addNames(marks, staticMaps.tall.view, { panelPx: PANEL_PX }),
      narrow: addNames(marks, staticMaps.narrow.view, { panelPx: 0, current }),
    }),
    [marks, staticMaps, current],
  )
  return (
    <aside className="story-map" aria-label={LABEL}>
      <div className="story-map-narrow">
        <ClickToLoadMap
          staticMap={staticMaps.narrow}
          {...drawing}
          marks={named.narrow}
          readings={false}
          styleUrl={mapStyleUrl}
          onMarkPress={(id) => onSelect(Number(id))}
        />
      </div>
      <div className="story-map-wide">
        <div className="story-map-static">
          <StaticMap staticMap={staticMaps.tall} {...drawing} marks={named.tall} />
        </div>
        {isWide && (
          <StoryMapLive
            view={staticMaps.tall.view}
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

/** Adds the titles to the marks and a ring to the current one. The live map on top of the tall one has its own ring. */
function addNames(
  marks: StoryDrawing['marks'],
  view: MapView,
  { panelPx, current }: { panelPx: number; current?: number },
): StoryDrawing['marks'] {
  const sides = chooseNameSides(marks, view, { markDistancePx: MARK_DISTANCE_PX, panelPx })
  return marks.map((mark, index) => ({
    ...mark,
    content: (
      <span className={classNames('stop-mark', mark.id === String(current) && 'is-current')}>
        {mark.content}
        <StopName title={mark.title} side={sides[index] ?? null} />
      </span>
    ),
  }))
}
