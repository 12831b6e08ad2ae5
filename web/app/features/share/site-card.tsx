import { getSiteName } from '#app/platform/config/site-name.ts'
import { useAppSettings } from '#app/platform/root-data.ts'

/** The preview picture of pages without a picture of their own, for link previews. */
export function SiteCard() {
  const { siteUrl } = useAppSettings()
  const card = `${siteUrl}/icons/share.png`
  return (
    <>
      <meta property="og:image" content={card} />
      <meta property="og:image:type" content="image/png" />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={getSiteName()} />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:image" content={card} />
    </>
  )
}
