import { href } from 'react-router'
import { storiesUrl } from '#app/features/posts/story-query.ts'
import { SafeLink } from '#app/platform/navigation/safe-link.tsx'
import { SiteFooter } from '#app/ui/navigation/site-footer.tsx'

/** The footer with the site's operator, terms and source code. */
export function AppFooter() {
  const about = (hash: string) => ({ pathname: href('/about'), hash })
  return (
    <SiteFooter
      label="About this map"
      links={
        <>
          {/* On phones nothing else of the frame leads to the stories. */}
          <SafeLink to={storiesUrl({ tag: null, isMine: false })}>Stories</SafeLink>
          <SafeLink to={href('/about')}>About</SafeLink>
          <SafeLink to={about('rules')}>Rules</SafeLink>
          <SafeLink to={about('privacy')}>Privacy</SafeLink>
          <SafeLink to={about('data')}>API and feeds</SafeLink>
          <SafeLink to={about('source')}>Source</SafeLink>
        </>
      }
    >
      <p>
        Run by the people behind this map. Spots <span className="whitespace-nowrap">CC BY-SA 4.0</span>. Places from
        GeoNames, map from Natural Earth.
      </p>
    </SiteFooter>
  )
}
