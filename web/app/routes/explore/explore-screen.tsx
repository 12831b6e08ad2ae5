import { useMemo } from 'react'
import { SkipLinks } from '#app/ui/navigation/skip-links.tsx'
import { ExploreLinks } from './explore-links.tsx'
import { ExploreMap } from './explore-map.tsx'
import { ExploreResults } from './explore-results.tsx'
import { FilterBar } from './filters/filter-bar.tsx'
import { createProfileMarks } from './profile/profile-marks.tsx'
import { isOpenProfile } from './profile/profile-page.ts'
import type { ShownProfile } from './profile/profile-start.server.ts'
import type { ExploreStartPage } from './start-page.server.ts'
import { useExplore } from './use-explore.ts'

const SKIP_LINKS = [
  { href: '#results', label: 'Skip to the list' },
  { href: '#map', label: 'Skip to the map' },
] as const

/** The map and the list of the spots in view, or of a member's spots below their profile. */
export function ExploreScreen({ start, shown }: { start: ExploreStartPage; shown: ShownProfile | null }) {
  // The tabs with lists and stories show their own places, wherever the map is.
  const hasFixedMarks = shown !== null && (shown.tab !== 'spots' || !isOpenProfile(shown.profile))
  const explore = useExplore(start, hasFixedMarks)
  const profileMarks = useMemo(
    () => (shown && hasFixedMarks ? createProfileMarks(shown) : undefined),
    [shown, hasFixedMarks],
  )
  return (
    <div className="explore">
      {!shown && <ExploreLinks filter={explore.address.filter} />}
      <SkipLinks links={SKIP_LINKS} />
      <FilterBar address={explore.address} />
      <ExploreResults explore={explore} start={start} shown={shown} />
      <ExploreMap explore={explore} start={start} fixedMarks={profileMarks} />
    </div>
  )
}
