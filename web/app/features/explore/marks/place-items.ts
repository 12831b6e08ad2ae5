import { categories, type GroupId, groupIds } from '#app/features/categories/categories.ts'
import type { PointGroup, WeightedPoint } from '#app/features/map/density/cluster-points.ts'
import { chooseDensity, placeMarks } from '#app/features/map/density/mark-density.ts'
import { createProjection, type LngLat, type MapView, unwrapLongitude } from '#app/features/map/map-view.ts'
import { isMarkedSpot, type MarkedSpot, type SpotCluster } from '../explore-view.ts'

/** A spot, or spots that the server counted together. */
export type MapItem = MarkedSpot | SpotCluster

/** A mark of the explore map: an icon, a ring or a dot. */
export interface PlacedMark extends LngLat {
  /** Stable across zoom levels while the mark keeps most of its spots; see `reuseMarkIds`. */
  id: string
  /** Drawn as a dot: it stands for fewer spots than the smallest ring of the view. */
  isDot: boolean
  n: number
  groups: Record<GroupId, number>
  items: MapItem[]
}

interface ItemPoint extends WeightedPoint {
  item: MapItem
}

/** The last placement of each list of items. */
const lastPlacements = new WeakMap<MapItem[], { key: string; marks: PlacedMark[] }>()

/**
 * Places the marks of a view. No spot is lost: the marks together stand for all items. Placing takes milliseconds, and
 * the server needs the marks of a page twice: to place the labels of the static map, and to draw the marks. The last
 * placement of the same items in the same view is therefore cached.
 */
export function placeItems(items: MapItem[], view: MapView): PlacedMark[] {
  const key = JSON.stringify([view.zoom, view.center.lng, view.width, view.height])
  const last = lastPlacements.get(items)
  if (last?.key === key) return last.marks
  const marks = computeMarks(items, view)
  lastPlacements.set(items, { key, marks })
  return marks
}

function computeMarks(items: MapItem[], view: MapView): PlacedMark[] {
  // Computed in pixels of the whole world, so that moving the map does not change the marks.
  const { project, unproject } = createProjection({
    center: { lng: 0, lat: 0 },
    zoom: view.zoom,
    width: 0,
    height: 0,
  })
  const points = items.map((item): ItemPoint => {
    const [x, y] = project({ lng: unwrapLongitude(item.lng, view.center.lng), lat: item.lat })
    return { x, y, n: item.n, item }
  })
  const { marks, dots } = placeMarks(points, chooseDensity(view.zoom, view))
  const toMark = (group: PointGroup<ItemPoint>, isDot: boolean): PlacedMark => {
    const members = group.members.map(({ item }) => item)
    const position = unproject(group.x, group.y)
    return {
      id: createId(members, position),
      isDot,
      n: group.n,
      groups: countGroups(members),
      items: members,
      ...position,
    }
  }
  // Dots come first, so that rings are drawn over them.
  return [...dots.map((group) => toMark(group, true)), ...marks.map((group) => toMark(group, false))]
}

/** Returns the spot that a mark stands for; undefined if there are several, or if only its category is known. */
export function findOnlySpot({ items }: Pick<PlacedMark, 'items'>): MarkedSpot | undefined {
  const [only] = items
  return items.length === 1 && only && isMarkedSpot(only) ? only : undefined
}

/** Returns the number of spots of each group. */
export function countGroups(items: MapItem[]): Record<GroupId, number> {
  const sum = Object.fromEntries(groupIds.map((id) => [id, 0])) as Record<GroupId, number>
  for (const item of items) {
    if (isMarkedSpot(item)) sum[categories[item.category].group] += 1
    else for (const id of groupIds) sum[id] += item.groups[id]
  }
  return sum
}

function createId(items: MapItem[], { lng, lat }: LngLat): string {
  const only = findOnlySpot({ items })
  return only ? `spot:${only.id}` : `cluster:${lng.toFixed(5)},${lat.toFixed(5)}`
}
