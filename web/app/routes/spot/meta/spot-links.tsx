import { coverUrl } from '#app/features/covers/cover-url.ts'
import { photoUrl } from '#app/features/media/photo-sizes.ts'
import { useAppSettings } from '#app/platform/root-data.ts'
import type { SpotPage } from '../spot-page.ts'
import { isOpenToAll } from '../spot-status.ts'
import { toSpotJsonLd } from './spot-meta.ts'

/** A width that suits link previews and that every photo is stored in or below. */
const PREVIEW_WIDTH = 960

/** The metadata of the page: canonical URL, preview image, alternate formats and JSON-LD. */
export function SpotLinks({ page }: { page: SpotPage }) {
  const { siteUrl } = useAppSettings()
  const { spot, photos } = page
  const url = `${siteUrl}/spot/${spot.id}`
  const photo = photos[0]
  const image = photo
    ? photoUrl(photo.id, Math.min(photo.width, PREVIEW_WIDTH), 'webp')
    : coverUrl(spot, 'wide', 'day').replace('.svg', '.png')
  if (!isOpenToAll(spot)) return null
  return (
    <>
      <link rel="canonical" href={url} />
      <link rel="alternate" type="application/geo+json" href={`${url}.geojson`} />
      <link rel="alternate" type="application/gpx+xml" href={`${url}.gpx`} />
      <meta property="og:url" content={url} />
      <meta property="og:image" content={new URL(image, siteUrl).href} />
      <meta name="twitter:card" content="summary_large_image" />
      <script
        type="application/ld+json"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON in which `<` is escaped, so that it cannot end the element
        dangerouslySetInnerHTML={{ __html: JSON.stringify(toSpotJsonLd(page, siteUrl)).replaceAll('<', '\\u003c') }}
      />
    </>
  )
}
