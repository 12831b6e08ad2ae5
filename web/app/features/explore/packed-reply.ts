import { type CategoryId, type GroupId, groupIds } from '#app/features/categories/categories.ts'
import type { ExploreReply } from './explore-reply.ts'
import { isMarkedSpot, type SpotCluster } from './explore-view.ts'
import type { MapItem } from './marks/place-items.ts'

/**
 * A reply as JSON in one string, for the loader data of a page. The router serializes loader data value by value,
 * which takes several times as long for hundreds of clusters.
 */
export interface PackedReply {
  json: string
}

type ClusterRow = [n: number, lng: number, lat: number, counts: number[], stack?: CategoryId]

interface ReplyOfRows extends Omit<ExploreReply, 'view'> {
  view: Omit<ExploreReply['view'], 'clusters'> & { clusters: (MapItem | ClusterRow)[] }
}

const packedReplies = new WeakMap<ExploreReply, PackedReply>()
/**
 * The server renders from the loader's own object and never parses the text. In the browser, a reply keeps its
 * identity.
 */
const unpackedReplies = new WeakMap<PackedReply, ExploreReply>()

/** Packs a reply for the page. A reply that several pages share is packed once. */
export function packReply(reply: ExploreReply): PackedReply {
  const known = packedReplies.get(reply)
  if (known) return known
  const { view } = reply
  const packed = { json: JSON.stringify({ ...reply, view: { ...view, clusters: view.clusters.map(toRow) } }) }
  packedReplies.set(reply, packed)
  unpackedReplies.set(packed, reply)
  return packed
}

/** Returns the packed reply. */
export function unpackReply(packed: PackedReply): ExploreReply {
  const known = unpackedReplies.get(packed)
  if (known) return known
  const { view, ...rest } = JSON.parse(packed.json) as ReplyOfRows
  const reply: ExploreReply = { ...rest, view: { ...view, clusters: view.clusters.map(fromRow) } }
  unpackedReplies.set(packed, reply)
  return reply
}

function toRow(item: MapItem): MapItem | ClusterRow {
  if (isMarkedSpot(item)) return item
  const { n, lng, lat, groups, stack } = item
  const counts = groupIds.map((id) => groups[id])
  return stack === undefined ? [n, lng, lat, counts] : [n, lng, lat, counts, stack]
}

function fromRow(row: MapItem | ClusterRow): MapItem {
  if (!Array.isArray(row)) return row
  const [n, lng, lat, counts, stack] = row
  const groups = Object.fromEntries(groupIds.map((id, place) => [id, counts[place] ?? 0])) as Record<GroupId, number>
  const cluster: SpotCluster = { n, lng, lat, groups }
  return stack === undefined ? cluster : { ...cluster, stack }
}
