import { useEffect, useState } from 'react'
import { isCategoryId, isLandscape } from '#app/features/categories/categories.ts'
import { CategoryLabel } from '#app/features/categories/category-label.tsx'
import type { CoverSubject } from '#app/features/covers/cover-subject.ts'
import { useMapTheme } from '#app/features/map/live/engine/use-map-theme.ts'
import { listPhotoWidths, photoUrl } from '#app/features/media/photo-sizes.ts'
import type { SpotDraft } from '#app/features/spots/draft/spot-draft.ts'
import { formatDegrees } from '#app/lib/geo/coordinates.ts'
import { toLocator } from '#app/lib/geo/locator.ts'
import type { Point } from '#app/lib/geo/point.ts'
import { classNames } from '#app/ui/class-names.ts'
import { CardLine } from '#app/ui/layout/card-line.tsx'

/** A preview of the spot's card: its first photo, or the cover generated from position, category and title. */
export function DraftCard({
  draft: { fields, photos },
  point,
  cityName,
}: {
  draft: SpotDraft
  point: Point | undefined
  cityName: string | undefined
}) {
  const category = isCategoryId(fields.category) ? fields.category : undefined
  const photo = photos.find(({ stored }) => stored)
  const title = fields.title.trim()
  return (
    <article className="card submit-card" aria-label="Preview">
      <div className="card-picture">
        {photo?.stored && <img src={widestOf(photo.stored)} alt={photo.altText} />}
        {!photo && category && point && <DraftCover category={category} title={title} {...point} />}
      </div>
      {point && (
        <div className="card-margin" aria-hidden="true">
          <span>{formatDegrees(point)}</span>
          <span>{toLocator(point)}</span>
        </div>
      )}
      <h2 className={classNames('title card-title', category && isLandscape(category) && 'nature')} dir="auto">
        {title || 'Untitled spot'}
      </h2>
      <CardLine>
        {category && <CategoryLabel category={category} size={18} />}
        {cityName && (
          <span className="dotted">
            <bdi>{cityName}</bdi>
          </span>
        )}
      </CardLine>
    </article>
  )
}

/** The cover is drawn in the browser, because an unpublished spot has no cover URL. The motifs load only for this. */
function DraftCover({ category, title, lng, lat }: CoverSubject) {
  const theme = useMapTheme()
  const [drawing, setDrawing] = useState('')
  useEffect(() => {
    let isGone = false
    void import('#app/features/covers/cover.ts').then(({ cover }) => {
      if (!isGone) setDrawing(cover({ category, title, lng, lat, format: 'card', theme }))
    })
    return () => {
      isGone = true
    }
  }, [category, title, lng, lat, theme])
  return drawing && <img src={`data:image/svg+xml,${encodeURIComponent(drawing)}`} alt="" />
}

function widestOf({ id, width }: { id: string; width: number }): string {
  const widths = listPhotoWidths(width)
  return photoUrl(id, widths.find((one) => one >= 900) ?? widths.at(-1) ?? width, 'webp')
}
