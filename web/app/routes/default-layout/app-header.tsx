import Plus from 'lucide-react/icons/plus'
import User from 'lucide-react/icons/user'
import { href } from 'react-router'
import { getSiteName } from '#app/platform/config/site-name.ts'
import { SafeLink } from '#app/platform/navigation/safe-link.tsx'
import { useViewer } from '#app/platform/root-data.ts'
import { LinkButton } from '#app/ui/buttons/link-button.tsx'
import { SiteHeader, SiteNavLink } from '#app/ui/navigation/site-header.tsx'
import { Wordmark } from '#app/ui/navigation/wordmark.tsx'
import { HeaderSearch } from './header-search.tsx'
import { SearchButton } from './search-button.tsx'
import { ViewerLinks } from './viewer-links.tsx'

/** The header of every page of the default layout. */
export function AppHeader({ wide }: { wide: boolean }) {
  const viewer = useViewer()
  return (
    <SiteHeader
      wide={wide}
      wordmark={<Wordmark name={getSiteName()} to={href('/')} />}
      navigationLabel="Main"
      navigation={<Navigation />}
    >
      <HeaderSearch />
      <SearchButton className="min-[60rem]:hidden" />
      {viewer ? <ViewerLinks viewer={viewer} /> : <VisitorLinks />}
    </SiteHeader>
  )
}

function Navigation() {
  return (
    <>
      <SiteNavLink to={href('/explore')}>Explore</SiteNavLink>
      {/* A section of the home page, so never the current page itself. */}
      <SafeLink className="site-nav-link" to={{ pathname: href('/'), hash: 'stories' }}>
        Stories
      </SafeLink>
      <SiteNavLink to={href('/about')}>About</SiteNavLink>
    </>
  )
}

function VisitorLinks() {
  return (
    <>
      <LinkButton className="max-wide:hidden whitespace-nowrap" variant="bare" to={href('/auth/login')}>
        Sign in
      </LinkButton>
      <LinkButton className="max-wide:hidden whitespace-nowrap" variant="primary" to={href('/submit')} icon={<Plus />}>
        Add a spot
      </LinkButton>
      <LinkButton className="wide:hidden" variant="bare" size="square" to={href('/auth/login')} aria-label="Sign in">
        <User />
      </LinkButton>
    </>
  )
}
