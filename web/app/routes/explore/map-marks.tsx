import { categories, groupIds } from '#app/features/categories/categories.ts'
import { CategoryMark } from '#app/features/categories/category-mark.tsx'
import { isMarkedSpot, type MarkedSpot, type SpotCluster } from '#app/features/explore/explore-view.ts'
import { mergeClusters } from '#app/features/explore/merge-clusters.ts'
import type { MapMarker } from '#app/features/map/live/map-state.ts'
import { ClusterMark } from '#app/features/map/marks/cluster-mark.tsx'
import { LocationMark } from '#app/features/map/marks/location-mark.tsx'
import type { SpotSummary } from '#app/features/spots/spot-summary.ts'
import { formatCount } from '#app/lib/format/numbers.ts'

type ShownSpot = Pick<SpotSummary, 'id' | 'title' | 'category' | 'lng' | 'lat'>

const MARK_PX = 27

/** The marks of a view: clusters, single spots, and always the selected and the highlighted spot. */
export function createMarks(
  items: (MarkedSpot | SpotCluster)[],
  { zoom, selected, active }: { zoom: number; selected?: ShownSpot | undefined; active?: ShownSpot | undefined },
): MapMarker[] {
  const others = mergeClusters(
    items.filter((item) => !isMarkedSpot(item) || item.id !== selected?.id),
    zoom,
  )
  const marks = others.map((item): MapMarker => {
    if (!isMarkedSpot(item)) return toClusterMark(item)
    return { ...toSpotMark(item), active: item.id === active?.id }
  })
  const isDrawn = others.some((item) => isMarkedSpot(item) && item.id === active?.id)
  if (active && !isDrawn && active.id !== selected?.id) marks.push({ ...toSpotMark(active), active: true })
  if (selected) marks.push({ ...toSpotMark(selected), selected: true, content: <LocationMark selected /> })
  return marks
}

function toSpotMark({ id, title, category, lng, lat }: ShownSpot): MapMarker {
  const content = <CategoryMark category={category} size={MARK_PX} halo />
  return { id: `spot:${id}`, lng, lat, label: `${title}, ${categories[category].name}`, content }
}

function toClusterMark({ n, lng, lat, groups }: SpotCluster): MapMarker {
  const shares = groupIds.map((group) => ({ group, count: groups[group] }))
  return {
    id: `cluster:${lng.toFixed(4)},${lat.toFixed(4)}`,
    lng,
    lat,
    label: `${formatCount(n, 'spot')}, zoom in`,
    content: <ClusterMark count={n} groups={shares} />,
  }
}

/** Returns the spots that a clicked or highlighted mark stands for. */
export function findMarkedId(markId: string): string | null {
  return markId.startsWith('spot:') ? markId.slice('spot:'.length) : null
}

/** Marks an empty view: a dashed ring in its middle and a dotted line towards the nearest spot, in pixels. */
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
