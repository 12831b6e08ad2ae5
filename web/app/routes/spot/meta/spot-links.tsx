import { CardLinks } from '#app/features/share/card-links.tsx'
import { JsonLd } from '#app/features/share/json-ld.tsx'
import { PageAddress } from '#app/features/share/page-address.tsx'
import { useAppSettings } from '#app/platform/root-data.ts'
import type { SpotPage } from '../spot-page.ts'
import { isOpenToAll } from '../spot-status.ts'
import { toSpotBreadcrumbs, toSpotJsonLd } from './spot-meta.ts'

/** The metadata of the page: canonical URL, preview image, alternate formats and JSON-LD. */
export function SpotLinks({ page }: { page: SpotPage }) {
  const { siteUrl } = useAppSettings()
  const { spot } = page
  const url = `${siteUrl}/spot/${spot.id}`
  if (!isOpenToAll(spot)) return null
  return (
    <>
      <PageAddress path={`/spot/${spot.id}`} hasPicture />
      <link rel="alternate" type="application/geo+json" href={`${url}.geojson`} />
      <link rel="alternate" type="application/gpx+xml" href={`${url}.gpx`} />
      <CardLinks kind="spot" id={spot.id} title={spot.title} />
      <JsonLd data={toSpotJsonLd(page, siteUrl)} />
      <JsonLd data={toSpotBreadcrumbs(page, siteUrl)} />
    </>
  )
}
