import { categories, groupIds } from '#app/features/categories/categories.ts'
import { CategoryIcon } from '#app/features/categories/category-icon.tsx'
import { findOnlySpot, type PlacedMark } from '#app/features/explore/marks/place-items.ts'
import { findStackCategory } from '#app/features/explore/marks/separate-marks.ts'
import type { MapMarker } from '#app/features/map/live/engine/map-state.ts'
import { ClusterMark } from '#app/features/map/marks/cluster-mark.tsx'
import { DotMark } from '#app/features/map/marks/dot-mark.tsx'
import { LocationMark } from '#app/features/map/marks/location-mark.tsx'
import { dotRadius, markRadius } from '#app/features/map/marks/mark-size.ts'
import { StackMark } from '#app/features/map/marks/stack-mark.tsx'
import type { SpotSummary } from '#app/features/spots/spot-summary.ts'
import { formatCount } from '#app/lib/format/numbers.ts'

type ShownSpot = Pick<SpotSummary, 'id' | 'category' | 'lng' | 'lat'> & { title?: string | undefined }

const MARK_PX = 27
const STACK_SIGN_PX = 26

/** Returns the markers of a view: dots, rings and icons, always including the selected and the highlighted spot. */
export function createMarkers(
  marks: PlacedMark[],
  { selected, active }: { selected?: ShownSpot | undefined; active?: ShownSpot | undefined } = {},
): MapMarker[] {
  const markers = marks.map((mark): MapMarker => {
    const spot = findOnlySpot(mark)
    if (!spot) return toClusterMarker(mark)
    const isActive = spot.id === active?.id
    const isDot = mark.isDot && !isActive
    return { ...toSpotMarker(spot, isDot), lng: mark.lng, lat: mark.lat, active: isActive }
  })
  const isDrawn = marks.some((mark) => findOnlySpot(mark)?.id === active?.id)
  if (active && !isDrawn && active.id !== selected?.id) markers.push({ ...toSpotMarker(active), active: true })
  if (selected) markers.push({ ...toSpotMarker(selected), selected: true, content: <LocationMark selected /> })
  return markers
}

/** Returns the marker of a spot: its icon, or a dot. */
export function toSpotMarker({ id, title, category, lng, lat }: ShownSpot, isDot = false): MapMarker {
  const { group, name } = categories[category]
  return {
    id: `spot:${id}`,
    lng,
    lat,
    label: title === undefined ? name : `${title}, ${name}`,
    content: isDot ? <DotMark count={1} group={group} /> : <CategoryIcon category={category} size={MARK_PX} halo />,
    circle: { radius: isDot ? dotRadius(1) : markRadius(1), isDot },
  }
}

function toClusterMarker(mark: PlacedMark): MapMarker {
  const { id, n, lng, lat, groups, isDot } = mark
  const stackCategory = findStackCategory(mark)
  if (stackCategory && !isDot) {
    const icon = <CategoryIcon category={stackCategory} size={STACK_SIGN_PX} halo />
    const content = <StackMark count={n} icon={icon} />
    return {
      id,
      lng,
      lat,
      label: `${formatCount(n, 'spot')} at this point`,
      content,
      circle: { radius: markRadius(2), isDot },
    }
  }
  const shares = groupIds.map((group) => ({ group, count: groups[group] })).toSorted((a, b) => b.count - a.count)
  return {
    id,
    lng,
    lat,
    label: `${formatCount(n, 'spot')}${stackCategory ? ' at this point' : ', zoom in'}`,
    content: isDot ? (
      <DotMark count={n} group={shares[0]?.group ?? 'way'} />
    ) : (
      <ClusterMark count={n} groups={shares} />
    ),
    circle: { radius: isDot ? dotRadius(n) : markRadius(n), isDot },
  }
}

/** Returns the id of the spot that a clicked or highlighted marker stands for; null for a cluster. */
export function findMarkedId(markId: string): string | null {
  return markId.startsWith('spot:') ? markId.slice('spot:'.length) : null
}

/** The marker of an empty view: a dashed ring in its middle and a dotted line towards the nearest spot, in pixels. */
export function BlankMark({ toNearest }: { toNearest?: [x: number, y: number] | undefined }) {
  const [x, y] = toNearest ?? [0, 0]
  const length = Math.hypot(x, y)
  const along = (px: number) => `${((x / length) * px).toFixed(1)} ${((y / length) * px).toFixed(1)}`
  return (
    <svg className="explore-blank" width="60" height="60" viewBox="-30 -30 60 60" aria-hidden="true">
      {length > 70 && <path className="is-dotted" d={`M${along(34)}L${along(length - 24)}`} />}
      <circle r="26" />
      <path d="M-9 0h18M0 -9v18" />
    </svg>
  )
}
