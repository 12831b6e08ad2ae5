import { getMemberName } from '#app/features/account/members/member-name.ts'
import { listUrl } from '#app/features/lists/list-url.ts'
import { formatCount } from '#app/lib/format/numbers.ts'
import { getSiteName, pageTitle } from '#app/platform/config/site-name.ts'
import type { ListPage } from '../list-page.ts'
import type { ListStart } from '../list-start.server.ts'

const DESCRIPTION_LENGTH = 200

/** Returns title, description and robots directives. Only public lists may be indexed. */
export function describeListPage(start: ListStart) {
  if (start.kind === 'invitation') {
    return [{ title: pageTitle('An invitation') }, { name: 'robots', content: 'noindex, nofollow' }]
  }
  const { list, author, item_count } = start.page
  const by = `${formatCount(item_count, 'spot')} by ${getMemberName(author)}`
  const description = (list.description ? `${by}. ${list.description}` : `${by}, on ${getSiteName()}.`).slice(
    0,
    DESCRIPTION_LENGTH,
  )
  return [
    { title: pageTitle(list.title) },
    { name: 'description', content: description },
    { property: 'og:title', content: list.title },
    { property: 'og:description', content: description },
    { property: 'og:type', content: 'website' },
    ...(list.visibility === 'public' ? [] : [{ name: 'robots', content: 'noindex, nofollow' }]),
  ]
}

/** Describes a list with the schema.org vocabulary, for search engines. */
export function toListJsonLd({ list, items, item_count }: ListPage, siteUrl: string) {
  return {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    '@id': `${siteUrl}${listUrl(list.id)}`,
    url: `${siteUrl}${listUrl(list.id)}`,
    name: list.title,
    description: list.description || undefined,
    itemListOrder: 'https://schema.org/ItemListOrderAscending',
    numberOfItems: item_count,
    itemListElement: items.map(({ spot }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      url: `${siteUrl}/spot/${spot.id}`,
      name: spot.title,
    })),
  }
}
