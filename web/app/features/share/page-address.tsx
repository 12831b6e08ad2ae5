import { getSiteName } from '#app/platform/config/site-name.ts'
import { useAppSettings } from '#app/platform/root-data.ts'

/**
 * The canonical URL of a page, for search engines and link previews. `path` is relative to the site. Pages without an
 * image of their own get a plain card.
 */
export function PageAddress({ path, hasPicture = false }: { path: string; hasPicture?: boolean }) {
  const { siteUrl } = useAppSettings()
  const url = siteUrl + path
  return (
    <>
      <link rel="canonical" href={url} />
      <meta property="og:url" content={url} />
      <meta property="og:site_name" content={getSiteName()} />
      {!hasPicture && <meta name="twitter:card" content="summary" />}
    </>
  )
}
