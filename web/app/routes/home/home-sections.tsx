import { BestLoved } from './best-loved.tsx'
import { HomeMap } from './home-map.tsx'
import type { HomePage } from './home-page.ts'
import { JoinCall } from './join-call.tsx'
import { Legend } from './legend.tsx'
import { NewestSpots } from './newest-spots.tsx'
import { SiteJsonLd } from './site-json-ld.tsx'
import { SpotKey } from './spot-key.tsx'
import { Stories } from './stories.tsx'

/** The parts of the opening, in the same file as the sections. */
export const openingParts = { HomeMap, SpotKey }

/** The sections below the opening of the start page, and the description of the site for search engines. */
export function HomeSections({ home }: { home: HomePage }) {
  return (
    <>
      <SiteJsonLd />
      <NewestSpots spots={home.newest} isMapEmpty={home.numbers.spots === 0} />
      <div className="home-best">
        <BestLoved spots={home.best} />
        <Legend categories={home.categories} />
      </div>
      <Stories posts={home.posts} />
      <JoinCall />
    </>
  )
}
