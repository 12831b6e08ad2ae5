import Plus from 'lucide-react/icons/plus'
import User from 'lucide-react/icons/user'
import { href, useLocation } from 'react-router'
import { isStoryList, storiesUrl } from '#app/features/posts/story-query.ts'
import { getSiteName } from '#app/platform/config/site-name.ts'
import { createLaterPart, Later } from '#app/platform/later-part.tsx'
import { SafeLink } from '#app/platform/navigation/safe-link.tsx'
import { useViewer } from '#app/platform/root-data.ts'
import { LinkButton } from '#app/ui/buttons/link-button.tsx'
import { SiteHeader, SiteNavLink } from '#app/ui/navigation/site-header.tsx'
import { Wordmark } from '#app/ui/navigation/wordmark.tsx'
import { HeaderSearch } from './search/header-search.tsx'
import { SearchButton } from './search/search-button.tsx'
// The styles of the links of members: loaded with their code, they would arrive after the server's page is shown.
import './notifications/unread-count.css'

/** A file of its own, because visitors do not need it. */
const viewerLinks = createLaterPart(
  import.meta.env.SSR ? (await import('./viewer-links.tsx')).ViewerLinks : undefined,
  async () => (await import('./viewer-links.tsx')).ViewerLinks,
)

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
      {viewer ? <Later part={viewerLinks} props={{ viewer }} /> : <VisitorLinks />}
    </SiteHeader>
  )
}

function Navigation() {
  const { pathname, search } = useLocation()
  const isStories = pathname === href('/') && isStoryList(new URLSearchParams(search))
  return (
    <>
      <SiteNavLink to={href('/explore')}>Explore</SiteNavLink>
      {/* Stories are a view of the home page, so a link by path alone would not be marked as current. */}
      <SafeLink
        className="site-nav-link"
        to={storiesUrl({ tag: null, isMine: false })}
        aria-current={isStories ? 'page' : undefined}
      >
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
