import { Menu as Popup } from '@base-ui/react/menu'
import Bell from 'lucide-react/icons/bell'
import BookOpen from 'lucide-react/icons/book-open'
import List from 'lucide-react/icons/list'
import LogOut from 'lucide-react/icons/log-out'
import MapIcon from 'lucide-react/icons/map'
import Moon from 'lucide-react/icons/moon'
import Settings from 'lucide-react/icons/settings'
import Shield from 'lucide-react/icons/shield'
import { href, useSubmit } from 'react-router'
import { MemberAvatar } from '#app/features/account/members/member-avatar.tsx'
import { profileUrl } from '#app/features/account/members/member-url.ts'
import { formatNumber } from '#app/lib/format/numbers.ts'
import type { Viewer } from '#app/platform/session/viewer.ts'
import { useChosenTheme } from '#app/ui/chosen-theme.ts'
import { MenuItem, MenuLine, MenuLink } from '#app/ui/dialogs/menu.tsx'
import { useAccountCounts } from './use-account-counts.ts'
import './account-menu.css'

/**
 * The menu below the member's picture; on phones a sheet from below. Arrow keys, Home, End and first letters move the
 * focus.
 */
export function AccountMenuPopup({
  viewer,
  anchor,
  onClose,
}: {
  viewer: Viewer
  anchor: HTMLElement
  onClose: () => void
}) {
  return (
    <Popup.Root open onOpenChange={(isOpen) => isOpen || onClose()} modal={false}>
      <Popup.Portal>
        <Popup.Backdrop className="account-menu-backdrop" />
        <Popup.Positioner
          className="popup-place account-menu-place"
          anchor={anchor}
          align="end"
          sideOffset={10}
          collisionPadding={8}
        >
          <Popup.Popup className="popup menu-popup account-menu" aria-label="Account" finalFocus={{ current: anchor }}>
            <Who viewer={viewer} />
            <Places viewer={viewer} />
          </Popup.Popup>
        </Popup.Positioner>
      </Popup.Portal>
    </Popup.Root>
  )
}

function Who({ viewer }: { viewer: Viewer }) {
  const name = viewer.username ?? viewer.name ?? viewer.email
  return (
    <div className="account-menu-who">
      <MemberAvatar id={viewer.id} url={viewer.avatarUrl} size={44} />
      <div className="min-w-0">
        <p className="account-menu-name" dir="auto">
          {name}
        </p>
        {viewer.username && <MenuLink to={profileUrl(viewer.username)}>View public profile</MenuLink>}
      </div>
    </div>
  )
}

function Places({ viewer }: { viewer: Viewer }) {
  const submit = useSubmit()
  const theme = useChosenTheme()
  const counts = useAccountCounts(viewer)
  const account = (hash: string) => ({ pathname: href('/account'), hash })
  return (
    <>
      <MenuLine />
      <MenuLink icon={<MapIcon />} to={account('spots')}>
        My map
      </MenuLink>
      <MenuLink icon={<List />} to={account('lists')}>
        Lists <Count n={counts?.lists} />
      </MenuLink>
      <MenuLink icon={<BookOpen />} to={account('stories')}>
        Stories <Count n={counts?.stories} />
      </MenuLink>
      <MenuLink icon={<Bell />} to={{ pathname: href('/account'), search: '?tab=notifications' }}>
        Notifications <Count n={counts?.unread} unit="new" />
      </MenuLink>
      <MenuLine />
      {viewer.isModerator && (
        <MenuLink icon={<Shield />} to="/account/moderation">
          Moderation <Count n={counts?.waiting} unit="waiting" />
        </MenuLink>
      )}
      <MenuLink icon={<Settings />} to={href('/account/settings')}>
        Settings
      </MenuLink>
      <MenuLink icon={<Moon />} to={{ pathname: href('/account/settings'), search: '?section=appearance' }}>
        Appearance: {theme}
      </MenuLink>
      <MenuLine />
      <MenuItem
        icon={<LogOut />}
        onSelect={() => void submit({ intent: 'sign-out' }, { method: 'post', action: href('/account') })}
      >
        Sign out
      </MenuItem>
    </>
  )
}

function Count({ n, unit = '' }: { n: number | undefined; unit?: string }) {
  if (!n) return null
  return (
    <span className="account-menu-count">
      {formatNumber(n)} {unit}
    </span>
  )
}
