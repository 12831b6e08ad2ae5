import { useAppSettings } from '#app/platform/root-data.ts'
import { EmbedLinks } from './embed-links.tsx'

/** The pages that other sites can embed. */
const EMBEDDED_PAGES = { spot: '/spot/', list: '/explore?list=', member: '/explore?by=', story: undefined } as const

/**
 * The preview image and the embed of a public page, for link previews. The image's URL stays when the page changes.
 * `id` is the slug of a story or the username of a member.
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
  const page = EMBEDDED_PAGES[kind]
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
      {page && <EmbedLinks path={page + encodeURIComponent(id)} title={title} />}
    </>
  )
}
