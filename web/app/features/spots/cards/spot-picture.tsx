import { CoverPicture } from '#app/features/covers/cover-picture.tsx'
import type { CoverFormat } from '#app/features/covers/formats.ts'
import { PhotoImage } from '#app/features/media/photo-image.tsx'
import type { SpotSummary } from '../spot-summary.ts'

/** A spot's cover photo or its drawn cover. Decorative, since the title is beside it. */
export function SpotPicture({
  spot,
  format,
  sizes,
  priority = false,
}: {
  spot: SpotSummary
  format: CoverFormat
  /** The displayed width, as a `sizes` attribute. */
  sizes: string
  priority?: boolean
}) {
  if (!spot.cover) return <CoverPicture spot={spot} format={format} priority={priority} />
  return <PhotoImage photo={{ ...spot.cover, alt_text: '' }} sizes={sizes} isFirst={priority} />
}
