import { useAppSettings } from '#app/platform/root-data.ts'

/**
 * The preview picture of a page that is open to all, for link previews. Its address stays when the page changes. `id` is
 * the slug of a story or the username of a member.
 */
export function CardLinks({
  kind,
  id,
  title,
}: {
  kind: 'spot' | 'story' | 'list' | 'member'
  id: string
  title: string
}) {
  const { siteUrl } = useAppSettings()
  const card = `${siteUrl}/card/${kind}/${encodeURIComponent(id)}.png`
  return (
    <>
      <meta property="og:image" content={card} />
      <meta property="og:image:type" content="image/png" />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={title} />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:image" content={card} />
      <meta name="twitter:image:alt" content={title} />
    </>
  )
}
