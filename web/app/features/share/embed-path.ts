/** Filters of the explore screen that an embed understands: those of `parseSpotFilter`. */
const FILTERS = ['q', 'kind', 'group', 'rating', 'photos', 'access', 'tag', 'by']

const SPOT = /^\/spot\/([a-z0-9]{1,40})$/
const CITY = /^\/city\/([a-z0-9-]{1,100})$/
const ID = /^[a-z0-9]{1,40}$/

/**
 * Returns the path of the embed of a page, given the page's path below the base path. Returns null for pages without
 * one, and for pages that are shared by a secret link.
 */
export function findEmbedPath(pagePath: string): string | null {
  const [pathname = '', query = ''] = pagePath.split('#', 1)[0]?.split('?') ?? []
  const search = new URLSearchParams(query)
  if (search.has('link')) return null
  const spot = SPOT.exec(pathname)?.[1]
  if (spot) return `/embed/spot/${spot}`
  const city = CITY.exec(pathname)?.[1]
  if (city) return `/embed/city/${city}`
  if (pathname !== '/explore') return null
  const list = search.get('list')
  if (list !== null) return ID.test(list) ? `/embed/list/${list}` : null
  const filters = [...search].filter(([name]) => FILTERS.includes(name))
  return `/embed/search${filters.length > 0 ? `?${new URLSearchParams(filters)}` : ''}`
}

/** The size of an embed in pixels, unless the page that contains it asks for another. */
export const EMBED_SIZE = { width: 600, height: 420 } as const

/** Returns the HTML that shows an embed in another page. `url` is absolute. */
export function writeEmbedSnippet(url: string, title: string, size: { width: number; height: number } = EMBED_SIZE) {
  const [source, name] = [url, title].map(escapeAttribute)
  return `<iframe src="${source}" title="${name}" width="${size.width}" height="${size.height}" style="border:0;max-width:100%" loading="lazy" referrerpolicy="no-referrer"></iframe>`
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
