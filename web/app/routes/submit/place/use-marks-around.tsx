import { useMemo, useRef, useState } from 'react'
import { categories, groupIds } from '#app/features/categories/categories.ts'
import { CategoryMark } from '#app/features/categories/category-mark.tsx'
import { fetchExploreReply } from '#app/features/explore/explore-reply.ts'
import { isMarkedSpot, type MarkedSpot, type SpotCluster } from '#app/features/explore/explore-view.ts'
import { mergeClusters } from '#app/features/explore/merge-clusters.ts'
import { noFilter } from '#app/features/explore/spot-filter.ts'
import type { MapMarker, MapState } from '#app/features/map/live/map-state.ts'
import { ClusterMark } from '#app/features/map/marks/cluster-mark.tsx'
import { formatCount } from '#app/lib/format/numbers.ts'

const MARK_PX = 27

/** Loads the existing spots in view: as marks, and as input for the isolines. */
export function useMarksAround() {
  const [shown, setShown] = useState<{ items: (MarkedSpot | SpotCluster)[]; zoom: number }>({ items: [], zoom: 0 })
  const requested = useRef<AbortController>(undefined)
  const lookAround = ({ bounds, zoom }: MapState) => {
    requested.current?.abort()
    requested.current = new AbortController()
    fetchExploreReply({ bounds, zoom, filter: noFilter, pageSize: 1 }, requested.current.signal)
      .then(({ view }) => setShown({ items: view.clusters, zoom }))
      // Optional information, so the last marks stay.
      .catch(() => undefined)
  }
  const markers = useMemo(() => mergeClusters(shown.items, shown.zoom).map(toMarker), [shown])
  const places = useMemo(() => shown.items.map(({ lng, lat, n }) => ({ lng, lat, count: n })), [shown])
  return { markers, places, lookAround }
}

function toMarker(item: MarkedSpot | SpotCluster): MapMarker {
  const { lng, lat, n } = item
  if (isMarkedSpot(item)) {
    const content = <CategoryMark category={item.category} size={MARK_PX} halo />
    return { id: item.id, lng, lat, label: `${item.title}, ${categories[item.category].name}`, content }
  }
  const groups = groupIds.map((group) => ({ group, count: item.groups[group] }))
  return {
    id: `${lng},${lat}`,
    lng,
    lat,
    label: formatCount(n, 'spot'),
    content: <ClusterMark count={n} groups={groups} />,
  }
}
