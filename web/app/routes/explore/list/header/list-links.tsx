import { listUrl } from '#app/features/lists/list-url.ts'
import { BundleLink } from '#app/features/share/bundle-link.tsx'
import { CardLinks } from '#app/features/share/card-links.tsx'
import { FeedLinks } from '#app/features/share/feed-links.tsx'
import { JsonLd } from '#app/features/share/json-ld.tsx'
import { PageAddress } from '#app/features/share/page-address.tsx'
import { useAppSettings } from '#app/platform/root-data.ts'
import type { ListPage } from '../list-page.ts'
import { toListJsonLd } from './list-meta.ts'

/** The metadata of a public list: canonical URL, preview image and JSON-LD. */
export function ListLinks({ page }: { page: ListPage }) {
  const { siteUrl } = useAppSettings()
  const { list } = page
  if (list.visibility !== 'public') return null
  return (
    <>
      <PageAddress path={listUrl(list.id)} hasPicture />
      <CardLinks kind="list" id={list.id} title={list.title} />
      <FeedLinks title={list.title} path="/feeds/spots" search={`?${new URLSearchParams({ list: list.id })}`} />
      <BundleLink title={list.title} kind="list" id={list.id} />
      <JsonLd data={toListJsonLd(page, siteUrl)} />
    </>
  )
}
