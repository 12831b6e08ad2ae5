import { ShareDialog } from '#app/features/share/share-dialog.tsx'
import { useLinkSecret } from '#app/features/spots/link-secret.ts'
import { spotUrl } from '#app/features/spots/spot-url.ts'
import { isOpenToAll } from '../spot-status.ts'
import type { SpotDialogProps } from './spot-dialog.ts'

/** The link to a spot, with its secret if the spot is shared by link. */
export function ShareSpotDialog({ page: { spot, viewer }, onClose }: SpotDialogProps) {
  const opened = useLinkSecret()
  const secret = spot.visibility === 'link' ? (viewer.link_secret ?? opened) : null
  const page = {
    title: spot.title,
    path: `${spotUrl(spot)}${secret ? `?link=${secret}` : ''}`,
    card: isOpenToAll(spot) ? `/card/spot/${spot.id}.png` : undefined,
    isPublic: isOpenToAll(spot),
    note: secret ? 'Anyone with this link can see the spot.' : undefined,
    secretLink: viewer.link_secret === null ? undefined : { expiresAt: viewer.link_expires_at, mayChange: true },
  }
  return <ShareDialog page={page} onClose={onClose} />
}
