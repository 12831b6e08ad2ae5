import type { FirstStep } from '#app/features/account/first-steps/first-steps.ts'
import { Later } from '#app/platform/later-part.tsx'
import type { HomeMaps } from './home-map.server.ts'
import type { HomePage } from './home-page.ts'
import { HomeSearch } from './home-search.tsx'
import { firstRun, homeMap, spotKey } from './later-parts.tsx'

/** An introduction, a search, and six spots with the same numbers in the list and on the static map. */
export function HomeOpening({
  home,
  staticMaps,
  firstSteps,
}: {
  home: HomePage
  staticMaps: HomeMaps
  firstSteps: FirstStep[] | null
}) {
  return (
    <div className="home-opening">
      <div className="home-words">
        {firstSteps ? <Later part={firstRun} props={{ steps: firstSteps }} /> : <Introduction />}
      </div>
      <Later part={homeMap} props={{ home, staticMaps }} />
      {home.featured.length > 0 && <Later part={spotKey} props={{ spots: home.featured }} />}
    </div>
  )
}

function Introduction() {
  return (
    <>
      <h1 className="title text-display">Worth knowing, hereabouts.</h1>
      <p className="home-lead">
        A shared map of the places you would send a friend to: the thin house, the warm spring, the bench with the view.
        Look around freely. Mark your own when you know one.
      </p>
      <HomeSearch />
    </>
  )
}
