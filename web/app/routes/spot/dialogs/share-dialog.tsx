import { useId, useSyncExternalStore } from 'react'
import { useLinkSecret } from '#app/features/spots/link-secret.ts'
import { spotUrl } from '#app/features/spots/spot-url.ts'
import { useAppSettings } from '#app/platform/root-data.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { CopyButton } from './copy-button.tsx'
import { PageDialog } from './page-dialog.tsx'
import { QrCode } from './qr-code.tsx'
import type { SpotDialogProps } from './spot-dialog.ts'

const never = () => () => undefined

/** The link to a spot, to copy, to share with an app or to scan. */
export function ShareDialog({ page: { spot, viewer }, onClose }: SpotDialogProps) {
  const { siteUrl } = useAppSettings()
  const opened = useLinkSecret()
  const secret = spot.visibility === 'link' ? (viewer.link_secret ?? opened) : null
  const url = `${siteUrl}${spotUrl(spot)}${secret ? `?link=${secret}` : ''}`
  const canShare = useSyncExternalStore(
    never,
    () => typeof navigator.share === 'function',
    () => false,
  )
  const id = useId()
  // A cancelled share is no failure.
  const handleShare = () => void navigator.share({ title: spot.title, url }).catch(() => undefined)
  return (
    <PageDialog
      onClose={onClose}
      title="Share"
      description={secret ? 'Anyone with this link can see the spot.' : undefined}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          {canShare && (
            <Button variant="primary" onClick={handleShare}>
              Share with an app
            </Button>
          )}
        </>
      }
    >
      <label className="field-label" htmlFor={id}>
        Link
      </label>
      <div className="share-link">
        <input id={id} className="input" readOnly value={url} onFocus={(event) => event.currentTarget.select()} />
        <CopyButton text={url} label="Copy link" done="Link copied" />
      </div>
      <QrCode text={url} title={spot.title} />
    </PageDialog>
  )
}
