import Bookmark from 'lucide-react/icons/bookmark'
import House from 'lucide-react/icons/house'
import MapIcon from 'lucide-react/icons/map'
import Plus from 'lucide-react/icons/plus'
import User from 'lucide-react/icons/user'
import { href } from 'react-router'
import { BottomBar, BottomBarAction, BottomBarLink } from '#app/ui/navigation/bottom-bar.tsx'

/** The tab bar on phones. */
export function AppBottomBar() {
  return (
    <BottomBar label="Places">
      <BottomBarLink to={href('/')} end icon={<House />}>
        Home
      </BottomBarLink>
      <BottomBarLink to={href('/explore')} icon={<MapIcon />}>
        Explore
      </BottomBarLink>
      <BottomBarAction to={href('/submit')} label="Add a spot" icon={<Plus />} />
      <BottomBarLink to={{ pathname: href('/account'), hash: 'lists' }} end aria-current={false} icon={<Bookmark />}>
        Lists
      </BottomBarLink>
      <BottomBarLink to={href('/account')} icon={<User />}>
        You
      </BottomBarLink>
    </BottomBar>
  )
}
