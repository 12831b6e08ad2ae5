import { type CategoryId, type GroupId, groupIds } from '#app/features/categories/categories.ts'
import type { ExploreResponse } from './explore-response.ts'
import { isMarkedSpot, type SpotCluster } from './explore-view.ts'
import type { MapItem } from './marks/place-items.ts'

/**
 * A response as JSON in one string, for the loader data of a page. The router serializes loader data value by value,
 * which takes several times as long for hundreds of clusters.
 */
export interface PackedResponse {
  json: string
}

type ClusterRow = [n: number, lng: number, lat: number, counts: number[], stack?: CategoryId]

interface ResponseOfRows extends Omit<ExploreResponse, 'view'> {
  view: Omit<ExploreResponse['view'], 'clusters'> & { clusters: (MapItem | ClusterRow)[] }
}

const packedResponses = new WeakMap<ExploreResponse, PackedResponse>()
/**
 * The server renders from the loader's own object and never parses the text. In the browser, a response keeps its
 * identity.
 */
const unpackedResponses = new WeakMap<PackedResponse, ExploreResponse>()

/** Packs a response for the page. A response that several pages share is packed once. */
export function packResponse(response: ExploreResponse): PackedResponse {
  const known = packedResponses.get(response)
  if (known) return known
  const { view } = response
  const packed = { json: JSON.stringify({ ...response, view: { ...view, clusters: view.clusters.map(toRow) } }) }
  packedResponses.set(response, packed)
  unpackedResponses.set(packed, response)
  return packed
}

/** Returns the packed response. */
export function unpackResponse(packed: PackedResponse): ExploreResponse {
  const known = unpackedResponses.get(packed)
  if (known) return known
  const { view, ...rest } = JSON.parse(packed.json) as ResponseOfRows
  const response: ExploreResponse = { ...rest, view: { ...view, clusters: view.clusters.map(fromRow) } }
  unpackedResponses.set(packed, response)
  return response
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
