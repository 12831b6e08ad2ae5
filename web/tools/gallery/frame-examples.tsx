import House from 'lucide-react/icons/house'
import MapIcon from 'lucide-react/icons/map'
import Plus from 'lucide-react/icons/plus'
import Search from 'lucide-react/icons/search'
import { IconButton } from '#app/ui/buttons/icon-button.tsx'
import { LinkButton } from '#app/ui/buttons/link-button.tsx'
import type { ChosenTheme } from '#app/ui/chosen-theme.ts'
import { SearchField } from '#app/ui/forms/text/search-field.tsx'
import { BottomBar, BottomBarAction, BottomBarLink } from '#app/ui/navigation/bottom-bar.tsx'
import { SiteFooter } from '#app/ui/navigation/site-footer.tsx'
import { SiteHeader, SiteNavLink } from '#app/ui/navigation/site-header.tsx'
import { SkipLinks } from '#app/ui/navigation/skip-links.tsx'
import { ThemeSwitch } from '#app/ui/navigation/theme-switch.tsx'
import { Wordmark } from '#app/ui/navigation/wordmark.tsx'

export function HeaderExamples() {
  return (
    <>
      <SkipLinks links={[{ href: '#content', label: 'Skip to content' }]} />
      <SiteHeader
        wordmark={<Wordmark name="Hereabouts" to="/" />}
        navigationLabel="Main"
        navigation={
          <>
            <SiteNavLink to="/explore">Explore</SiteNavLink>
            <SiteNavLink to="/stories">Stories</SiteNavLink>
          </>
        }
      >
        <search className="hidden w-full max-w-104 wide:block">
          <SearchField label="Search" placeholder="Spots, cities, tags" shortcut="/" />
        </search>
        <span className="wide:hidden">
          <IconButton label="Search" icon={<Search size={20} />} />
        </span>
        <LinkButton variant="primary" to="/submit" icon={<Plus />} className="max-wide:hidden">
          Add a spot
        </LinkButton>
      </SiteHeader>
    </>
  )
}

export function BottomExamples({ theme, onTheme }: { theme: string; onTheme: (theme: ChosenTheme) => void }) {
  return (
    <>
      <SiteFooter label="More" links={<a href="#content">About</a>}>
        <p>Hereabouts, a map kept by its members</p>
        <ThemeSwitch theme={theme === 'day' || theme === 'night' ? theme : 'system'} onChange={onTheme} />
      </SiteFooter>
      <BottomBar label="Places">
        <BottomBarLink to="/" icon={<House size={20} />}>
          Home
        </BottomBarLink>
        <BottomBarLink to="/explore" icon={<MapIcon size={20} />}>
          Explore
        </BottomBarLink>
        <BottomBarAction to="/submit" label="Add a spot" icon={<Plus size={20} />} />
      </BottomBar>
    </>
  )
}
