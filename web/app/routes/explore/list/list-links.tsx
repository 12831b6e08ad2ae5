import { listUrl } from '#app/features/lists/list-url.ts'
import { CardLinks } from '#app/features/share/card-links.tsx'
import { useAppSettings } from '#app/platform/root-data.ts'
import { toListJsonLd } from './list-meta.ts'
import type { ListPage } from './list-page.ts'

/** The metadata of a public list: canonical URL, preview picture and JSON-LD. */
export function ListLinks({ page }: { page: ListPage }) {
  const { siteUrl } = useAppSettings()
  const { list } = page
  if (list.visibility !== 'public') return null
  return (
    <>
      <link rel="canonical" href={`${siteUrl}${listUrl(list.id)}`} />
      <meta property="og:url" content={`${siteUrl}${listUrl(list.id)}`} />
      <CardLinks kind="list" id={list.id} title={list.title} />
      <script
        type="application/ld+json"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON in which `<` is escaped, so that it cannot end the element
        dangerouslySetInnerHTML={{ __html: JSON.stringify(toListJsonLd(page, siteUrl)).replaceAll('<', '\\u003c') }}
      />
    </>
  )
}
