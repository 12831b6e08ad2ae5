import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { useNavigateTo } from '#app/platform/navigation/navigate-to.ts'
import { SafeLink } from '#app/platform/navigation/safe-link.tsx'
import { isSingleKey } from '#app/ui/single-keys.ts'
import { type OpenProfile, type ProfileTab, profileTabs } from './profile-page.ts'

const words: Record<ProfileTab, string> = { spots: 'Spots', lists: 'Lists', stories: 'Stories' }
/** After a G, the first letter of a tab opens it. */
const SECOND_KEY_MS = 1500

/** The tabs of a profile with their counts. Each has its own URL. */
export function ProfileTabs({ profile, tab: current }: { profile: OpenProfile; tab: ProfileTab }) {
  const [parameters] = useSearchParams()
  const counts = { spots: profile.spot_count, lists: profile.list_count, stories: profile.story_count }
  const linkTo = (tab: ProfileTab) => `?${writeTab(parameters, tab)}`
  useTabKeys(linkTo)
  return (
    <nav className="tabs profile-tabs" aria-label="Contributions">
      {profileTabs.map((tab) => (
        <SafeLink
          key={tab}
          className="tab"
          to={{ search: linkTo(tab) }}
          aria-current={tab === current ? 'true' : undefined}
          preventScrollReset
        >
          {words[tab]}
          <span className="tab-count">{counts[tab]}</span>
        </SafeLink>
      ))}
    </nav>
  )
}

/** Keeps only the member in the URL: each tab shows its own part of the map. */
function writeTab(parameters: URLSearchParams, tab: ProfileTab): URLSearchParams {
  const written = new URLSearchParams({ by: parameters.get('by') ?? '' })
  if (tab !== 'spots') written.set('tab', tab)
  return written
}

/** Opens a tab by G, then S, L or T. */
function useTabKeys(linkTo: (tab: ProfileTab) => string): void {
  const navigateTo = useNavigateTo()
  // A ref: the page may render between the two keys.
  const since = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    const keys: Record<string, ProfileTab> = { s: 'spots', l: 'lists', t: 'stories' }
    const handleKey = (event: KeyboardEvent) => {
      if (!isSingleKey(event)) return
      const tab = keys[event.key]
      if (tab && performance.now() - since.current < SECOND_KEY_MS) void navigateTo({ search: linkTo(tab) })
      since.current = event.key === 'g' ? performance.now() : Number.NEGATIVE_INFINITY
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  })
}
