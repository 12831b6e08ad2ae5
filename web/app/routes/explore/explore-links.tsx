import { href } from 'react-router'
import type { SpotFilter } from '#app/features/explore/filters/spot-filter.ts'
import { FeedLinks } from '#app/features/share/feed-links.tsx'
import { useAppSettings } from '#app/platform/root-data.ts'
import { writeFeedSearch } from './results/feed-search.ts'

/** The canonical link of the explore screen and the feed of the spots that match its filters. */
export function ExploreLinks({ filter }: { filter: SpotFilter }) {
  const { siteUrl } = useAppSettings()
  return (
    <>
      <link rel="canonical" href={`${siteUrl}${href('/explore')}`} />
      <meta property="og:url" content={`${siteUrl}${href('/explore')}`} />
      <FeedLinks title="New spots" path="/feeds/spots" search={writeFeedSearch(filter)} />
    </>
  )
}
