import { type MouseEvent, type ReactNode, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { CoverPicture } from '#app/features/covers/cover-picture.tsx'
import { PhotoImage } from '#app/features/media/photo-image.tsx'
import { ReportDialog } from '#app/features/reports/report-dialog.tsx'
import { useLinkSecret } from '#app/features/spots/link-secret.ts'
import { SafeLink } from '#app/platform/navigation/safe-link.tsx'
import { useViewer } from '#app/platform/root-data.ts'
import { MemberLink } from '../dialogs/member-link.tsx'
import type { SpotPage } from '../spot-page.ts'
import { isOpenForWords } from '../spot-status.ts'
import { describePhoto, type GalleryTile, listTiles } from './gallery-tiles.ts'
import { Lightbox } from './lightbox.tsx'

/** The pictures of a spot: up to three side by side, or a strip to swipe on phones. Each opens full size. */
export function SpotGallery({ page: { spot, photos, viewer } }: { page: SpotPage }) {
  const tiles = listTiles(photos)
  const member = useViewer()
  const [search] = useSearchParams()
  const [shown, setShown] = useState(() => toIndex(search.get('photo'), tiles.length))
  const [reported, setReported] = useState(() => photos.find(({ id }) => member && id === search.get('report')))
  const [swiped, setSwiped] = useState(0)
  const strip = useRef<HTMLUListElement>(null)
  const handleScroll = () => {
    const list = strip.current
    if (list) setSwiped(Math.round(Math.abs(list.scrollLeft) / Math.max(1, list.clientWidth)))
  }
  const first = photos[0]
  const mayAddPhotos = isOpenForWords(spot) || (viewer.is_author && spot.status !== 'removed')
  return (
    <section className="spot-gallery" aria-label="Pictures">
      <div className="spot-gallery-frame">
        <ul ref={strip} className="spot-tiles" data-count={Math.min(3, tiles.length)} onScroll={handleScroll}>
          {tiles.map((tile, index) => (
            <Tile key={keyOf(tile)} {...{ tile, index, spot }} count={tiles.length} onOpen={setShown} />
          ))}
        </ul>
        {tiles.length > 1 && (
          <span className="spot-tiles-number measured" aria-hidden="true">
            {Math.min(swiped + 1, tiles.length)} / {tiles.length}
          </span>
        )}
      </div>
      <div className="spot-gallery-line">
        {first ? (
          <p className="spot-gallery-caption" dir="auto">
            {describePhoto(first)}
          </p>
        ) : (
          <p className="spot-gallery-caption measured">
            <span className="max-wide:hidden">Drawn from its coordinates. </span>No photo yet
            <span className="max-wide:hidden">.</span>
          </p>
        )}
        <span className="spot-gallery-links touch-areas">
          {mayAddPhotos && (
            <span className={first && 'max-wide:hidden'}>
              <MemberLink dialog="photo">{first ? 'Add a photo' : 'Add the first photo'}</MemberLink>
            </span>
          )}
          {first && (
            <TileLink index={0} className="link" onOpen={setShown}>
              All photos
            </TileLink>
          )}
        </span>
      </div>
      {shown !== null && !reported && (
        <Lightbox {...{ tiles, spot, shown }} onShow={setShown} onClose={() => setShown(null)} onReport={setReported} />
      )}
      {reported && <ReportDialog kind="photo" id={reported.id} onClose={() => setReported(undefined)} />}
    </section>
  )
}

function Tile({
  tile,
  index,
  count,
  spot,
  onOpen,
}: {
  tile: GalleryTile
  index: number
  count: number
  spot: SpotPage['spot']
  onOpen: (index: number) => void
}) {
  const linkSecret = useLinkSecret()
  const sizes = index === 0 ? '(width < 67.5rem) 100vw, 54rem' : '(width < 47.5rem) 100vw, 18rem'
  if (tile.kind === 'cover') {
    const format = index === 0 ? 'wide' : 'card'
    return (
      <li className="spot-tile">
        <CoverPicture spot={spot} format={format} priority={index === 0} linkSecret={linkSecret} />
      </li>
    )
  }
  return (
    <li className="spot-tile">
      <TileLink index={index} label={`Picture ${index + 1} of ${count}: ${describePhoto(tile.photo)}`} onOpen={onOpen}>
        <PhotoImage photo={tile.photo} sizes={sizes} isFirst={index === 0} linkSecret={linkSecret} />
      </TileLink>
    </li>
  )
}

/** A link to the photo file. With JavaScript the photo opens in the lightbox. */
function TileLink({
  index,
  label,
  className = 'spot-tile-link',
  onOpen,
  children,
}: {
  index: number
  label?: string
  className?: string
  onOpen: (index: number) => void
  children: ReactNode
}) {
  const secret = useLinkSecret()
  const search = new URLSearchParams({ ...(secret && { link: secret }), photo: String(index + 1) })
  const handleClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onOpen(index)
  }
  return (
    <SafeLink className={className} to={`?${search}`} rel="nofollow" aria-label={label} onClick={handleClick}>
      {children}
    </SafeLink>
  )
}

function keyOf(tile: GalleryTile): string {
  return tile.kind === 'cover' ? 'cover' : tile.photo.id
}

function toIndex(text: string | null, count: number): number | null {
  const index = Number(text) - 1
  return text !== null && Number.isInteger(index) && index >= 0 && index < count ? index : null
}
