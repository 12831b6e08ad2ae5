import { href } from 'react-router'
import type { ExploreRequest } from '#app/features/explore/explore-view.ts'
import { writeExploreViewUrl } from '#app/features/explore/explore-view-url.ts'
import type { SpotFilter } from '#app/features/explore/filters/spot-filter.ts'
import { TakeAlong } from '#app/features/spots/exports/take-along.tsx'
import type { DistanceOrigin } from '../distance-origin.ts'
import { writeFeedSearch } from './feed-search.ts'

/** The head of the results: how many spots are in view, the origin of their distances, and their exports. */
export function ResultsHead({
  summary,
  origin,
  request,
  filter,
}: {
  summary: string
  origin: DistanceOrigin
  /** The request that the results belong to. */
  request: ExploreRequest
  filter: SpotFilter
}) {
  return (
    <>
      <h1 className="title explore-count">{summary}</h1>
      {!origin.isFarOut && <p className="explore-origin">from {origin.name}</p>}
      <TakeAlong
        title={summary}
        pathname={href('/explore')}
        search={`?${writeExploreViewUrl({ ...request, from: undefined, cursor: undefined })}`}
        feed={{ path: '/feeds/spots', search: writeFeedSearch(filter) }}
        isSmall
      />
    </>
  )
}
