import { href } from 'react-router'
import type { SpotFilter } from '#app/features/explore/filters/spot-filter.ts'
import { EmbedLinks } from '#app/features/share/embed-links.tsx'
import { FeedLinks } from '#app/features/share/feed-links.tsx'
import { PageAddress } from '#app/features/share/page-address.tsx'
import { getResultsTitle } from './filters/filter-words.ts'
import { writeFeedSearch } from './results/feed-search.ts'

/** The canonical link of the explore screen and the feed of the spots that match its filters. */
export function ExploreLinks({ filter }: { filter: SpotFilter }) {
  const search = writeFeedSearch(filter)
  return (
    <>
      <PageAddress path={href('/explore')} />
      <EmbedLinks path={`${href('/explore')}${search}`} title={getResultsTitle(filter)} />
      <FeedLinks title="New spots" path="/feeds/spots" search={search} />
    </>
  )
}
