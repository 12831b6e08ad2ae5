import CircleCheck from 'lucide-react/icons/circle-check'
import DoorClosed from 'lucide-react/icons/door-closed'
import DoorOpen from 'lucide-react/icons/door-open'
import Flag from 'lucide-react/icons/flag'
import ImagePlus from 'lucide-react/icons/image-plus'
import Merge from 'lucide-react/icons/merge'
import MessageSquareDiff from 'lucide-react/icons/message-square-diff'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import { href, useSubmit } from 'react-router'
import { useLinkSecret } from '#app/features/spots/link-secret.ts'
import { useViewer } from '#app/platform/root-data.ts'
import { MenuItem, MenuLine, MenuLink } from '#app/ui/dialogs/menu.tsx'
import { type DialogName, useDialog } from '../dialogs/dialog-state.tsx'
import type { SpotPage } from '../spot-page.ts'
import { isOpenForWords } from '../spot-status.ts'

/**
 * The less frequent actions, with more for authors and moderators. Without JavaScript the sidebar has the same as
 * links.
 */
export function MoreMenu({ page: { spot, viewer, origin } }: { page: SpotPage }) {
  const { open } = useDialog()
  const member = useViewer()
  const submit = useSubmit()
  const secret = useLinkSecret()
  const action = `?${new URLSearchParams(secret ? { link: secret } : {})}`
  const linkSearch = secret ? action : ''
  const send = (intent: string, then = '') => void submit({ intent, then }, { method: 'post', action })
  const openOrJoin = (name: DialogName) => (member ? open(name) : send('join', name))
  const isKeeper = viewer.is_author || viewer.is_moderator
  return (
    <>
      {isKeeper && !origin?.shared && (
        <MenuLink icon={<Pencil />} to={href('/spot/:id/edit', { id: spot.id })}>
          Edit
        </MenuLink>
      )}
      {!viewer.is_author && !origin?.shared && isOpenForWords(spot) && (
        <MenuLink icon={<MessageSquareDiff />} to={`${href('/spot/:id/suggest', { id: spot.id })}${linkSearch}`}>
          Suggest an edit
        </MenuLink>
      )}
      {isOpenForWords(spot) && (
        <MenuItem icon={<ImagePlus />} onSelect={() => openOrJoin('photo')}>
          Add a photo
        </MenuItem>
      )}
      {isKeeper && spot.status === 'published' && (
        <MenuItem icon={<DoorClosed />} onSelect={() => open('close')}>
          Mark as closed for good
        </MenuItem>
      )}
      {isKeeper && spot.status === 'closed' && (
        <MenuItem icon={<DoorOpen />} onSelect={() => send('reopen')}>
          Reopen
        </MenuItem>
      )}
      {!viewer.is_author && (
        <MenuItem icon={<Flag />} onSelect={() => openOrJoin('report')}>
          Report
        </MenuItem>
      )}
      {viewer.is_moderator && <MenuLine />}
      {viewer.is_moderator && isOpenForWords(spot) && (
        <MenuLink icon={<Merge />} to={href('/spot/:id/merge', { id: spot.id })}>
          Merge with another spot
        </MenuLink>
      )}
      {viewer.is_moderator && (spot.status === 'pending' || spot.status === 'removed') && (
        <MenuItem icon={<CircleCheck />} onSelect={() => send('approve')}>
          Approve
        </MenuItem>
      )}
      {viewer.is_moderator && spot.status !== 'removed' && (
        <MenuItem icon={<Trash2 />} danger onSelect={() => open('remove')}>
          Remove with a reason
        </MenuItem>
      )}
      {viewer.is_author && spot.status !== 'removed' && (
        <>
          <MenuLine />
          <MenuItem icon={<Trash2 />} danger onSelect={() => open('delete')}>
            Delete
          </MenuItem>
        </>
      )}
    </>
  )
}
