import Ban from 'lucide-react/icons/ban'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Flag from 'lucide-react/icons/flag'
import { use } from 'react'
import { IconButton } from '#app/ui/buttons/icon-button.tsx'
import { Menu, MenuItem } from '#app/ui/dialogs/menu.tsx'
import { useHasScript } from '#app/ui/use-has-script.ts'
import { ProfileDialogContext, ProfileDialogLink } from './profile-dialog-link.tsx'

/** Block and report. Without JavaScript they are links. */
export function ProfileMenu({ name }: { name: string }) {
  const open = use(ProfileDialogContext)
  const hasScript = useHasScript()
  return (
    <>
      <Menu
        label="More actions"
        trigger={(props) => (
          <IconButton {...props} label="More" icon={<Ellipsis />} variant="secondary" className="needs-script" />
        )}
      >
        <MenuItem icon={<Ban />} onSelect={() => open?.('block')}>
          Block <bdi>{name}</bdi>
        </MenuItem>
        <MenuItem icon={<Flag />} onSelect={() => open?.('report')}>
          Report
        </MenuItem>
      </Menu>
      {!hasScript && (
        <noscript>
          <ProfileDialogLink dialog="block">Block {name}</ProfileDialogLink>{' '}
          <ProfileDialogLink dialog="report">Report</ProfileDialogLink>
        </noscript>
      )}
    </>
  )
}
