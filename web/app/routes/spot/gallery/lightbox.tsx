import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import X from 'lucide-react/icons/x'
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { CoverPicture } from '#app/features/covers/cover-picture.tsx'
import { PhotoImage } from '#app/features/media/photo-image.tsx'
import { useLinkSecret } from '#app/features/spots/link-secret.ts'
import { SafeLink } from '#app/platform/navigation/safe-link.tsx'
import { useViewer } from '#app/platform/root-data.ts'
import { IconButton } from '#app/ui/buttons/icon-button.tsx'
import type { SpotPage, SpotPhoto } from '../spot-page.ts'
import { describePhoto, type GalleryTile } from './gallery-tiles.ts'

/** Shows one picture at a time in the whole window. Arrow keys move on, Escape closes, and the focus returns. */
export function Lightbox({
  tiles,
  spot,
  shown,
  onShow,
  onClose,
  onReport,
}: {
  tiles: GalleryTile[]
  spot: SpotPage['spot']
  shown: number
  onShow: (index: number) => void
  onClose: () => void
  onReport: (photo: SpotPhoto) => void
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    // Runs before React removes the element, because only close() restores the focus.
    return () => element?.close()
  }, [])
  const turn = (step: number) => onShow((shown + step + tiles.length) % tiles.length)
  const handleKey = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    turn(step)
  }
  const viewer = useViewer()
  const secret = useLinkSecret()
  const tile = tiles[shown]
  if (!tile) return null
  const reportable = viewer && tile.kind === 'photo' && tile.photo.author?.id !== viewer.id ? tile.photo : null
  return (
    <dialog
      ref={dialog}
      className="lightbox"
      aria-label={`Photos of ${spot.title}`}
      onKeyDown={handleKey}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <div className="lightbox-head">
        <p className="measured" aria-hidden="true">
          {shown + 1} / {tiles.length}
        </p>
        {reportable && (
          <SafeLink
            className="link lightbox-report"
            to={`?${new URLSearchParams({ ...(secret && { link: secret }), photo: String(shown + 1), report: reportable.id })}`}
            rel="nofollow"
            aria-haspopup="dialog"
            onClick={(event) => {
              event.preventDefault()
              onReport(reportable)
            }}
          >
            Report this photo
          </SafeLink>
        )}
        <IconButton label="Close" icon={<X />} onClick={onClose} />
      </div>
      <LightboxPicture key={shown} tile={tile} spot={spot} />
      <div className="lightbox-foot">
        {tiles.length > 1 && <IconButton label="Previous picture" icon={<ChevronLeft />} onClick={() => turn(-1)} />}
        <p className="lightbox-caption" aria-live="polite" dir="auto">
          <span className="sr-only">
            {shown + 1} of {tiles.length}:{' '}
          </span>
          {tile.kind === 'photo' ? describePhoto(tile.photo) : 'Drawn from its coordinates.'}
        </p>
        {tiles.length > 1 && <IconButton label="Next picture" icon={<ChevronRight />} onClick={() => turn(1)} />}
      </div>
    </dialog>
  )
}

function LightboxPicture({ tile, spot }: { tile: GalleryTile; spot: SpotPage['spot'] }) {
  const linkSecret = useLinkSecret()
  return (
    <div className="lightbox-picture">
      {tile.kind === 'photo' ? (
        <PhotoImage photo={tile.photo} sizes="100vw" isFirst linkSecret={linkSecret} />
      ) : (
        <CoverPicture spot={spot} format="wide" priority linkSecret={linkSecret} />
      )}
    </div>
  )
}
