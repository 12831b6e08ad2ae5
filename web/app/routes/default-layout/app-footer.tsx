import { href, Link } from 'react-router'
import { SiteFooter } from '#app/ui/site-footer.tsx'

/** Who runs this, under what terms, and where the code is. */
export function AppFooter() {
  const about = (hash: string) => ({ pathname: href('/about'), hash })
  return (
    <SiteFooter
      label="About this map"
      links={
        <>
          <Link to={href('/about')}>About</Link>
          <Link to={about('rules')}>Rules</Link>
          <Link to={about('privacy')}>Privacy</Link>
          <Link to={about('data')}>API and feeds</Link>
          <Link to={about('source')}>Source</Link>
        </>
      }
    >
      <p>Run by the people of this map. Spots CC BY-SA 4.0. Places from GeoNames, map from Natural Earth.</p>
    </SiteFooter>
  )
}
