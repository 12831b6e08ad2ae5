import Bookmark from 'lucide-react/icons/bookmark'
import House from 'lucide-react/icons/house'
import MapIcon from 'lucide-react/icons/map'
import Plus from 'lucide-react/icons/plus'
import User from 'lucide-react/icons/user'
import { href, useLocation } from 'react-router'
import { BottomBar, BottomBarAction, BottomBarLink } from '#app/ui/navigation/bottom-bar.tsx'
import { useHasScript } from '#app/ui/use-has-script.ts'

/** The tab bar on phones. */
export function AppBottomBar() {
  const location = useLocation()
  // The server does not know the hash.
  const isLists = useHasScript() && isListsTab(location)
  return (
    <BottomBar label="Places">
      <BottomBarLink to={href('/')} end icon={<House />}>
        Home
      </BottomBarLink>
      <BottomBarLink to={href('/explore')} icon={<MapIcon />}>
        Explore
      </BottomBarLink>
      <BottomBarAction to={href('/submit')} label="Add a spot" icon={<Plus />} />
      <BottomBarLink
        to={{ pathname: href('/account'), hash: 'lists' }}
        aria-current={isLists && 'page'}
        icon={<Bookmark />}
      >
        Lists
      </BottomBarLink>
      <BottomBarLink to={href('/account')} aria-current={isLists ? false : 'page'} icon={<User />}>
        You
      </BottomBarLink>
    </BottomBar>
  )
}

/** Returns true for the lists on the account page, which are a tab with its own hash. */
export function isListsTab({ pathname, hash }: { pathname: string; hash: string }): boolean {
  return pathname === href('/account') && hash === '#lists'
}
