/** Filters of the explore screen that an embed understands: those of `parseSpotFilter`. */
const FILTERS = ['q', 'kind', 'group', 'rating', 'photos', 'access', 'tag', 'by']

/** The themes of an embed. Without one it follows the system of the reader. */
export const embedThemes = ['light', 'dark'] as const
export type EmbedTheme = (typeof embedThemes)[number]

const SPOT = /^\/spot\/([a-z0-9]{1,40})$/
const CITY = /^\/city\/([a-z0-9-]{1,100})$/
const ID = /^[a-z0-9]{1,40}$/
const EMBED = /^\/embed\/(?:(?:spot|list)\/[a-z0-9]{1,40}|city\/[a-z0-9-]{1,100}|search)$/

/**
 * Returns the path of the embed of a page, given the page's path under the base path. The path of an embed is returned
 * unchanged, with its theme. Returns null for pages without an embed, and for pages that are shared by a secret link.
 */
export function findEmbedPath(path: string): string | null {
  const [pathname = '', query = ''] = path.split('#', 1)[0]?.split('?') ?? []
  const search = new URLSearchParams(query)
  if (search.has('link')) return null
  if (EMBED.test(pathname)) {
    const embed = pathname === '/embed/search' ? writeSearchEmbed(search) : pathname
    return withTheme(
      embed,
      embedThemes.find((theme) => theme === search.get('theme')),
    )
  }
  const spot = SPOT.exec(pathname)?.[1]
  if (spot) return `/embed/spot/${spot}`
  const city = CITY.exec(pathname)?.[1]
  if (city) return `/embed/city/${city}`
  if (pathname !== '/explore') return null
  const list = search.get('list')
  if (list !== null) return ID.test(list) ? `/embed/list/${list}` : null
  return writeSearchEmbed(search)
}

function writeSearchEmbed(search: URLSearchParams): string {
  const filters = [...search].filter(([name]) => FILTERS.includes(name))
  return `/embed/search${filters.length > 0 ? `?${new URLSearchParams(filters)}` : ''}`
}

/** Returns the path of an embed in a theme. */
export function withTheme(embedPath: string, theme: EmbedTheme | undefined): string {
  return theme ? `${embedPath}${embedPath.includes('?') ? '&' : '?'}theme=${theme}` : embedPath
}

/** Returns the URL at which other sites request the embed of a page: oEmbed 1.0. */
export function writeOEmbedUrl(siteUrl: string, path: string, format: 'json' | 'xml'): string {
  return `${siteUrl}/oembed?${new URLSearchParams({ url: siteUrl + path, format })}`
}

/** The size of an embed in pixels, unless the page that contains it asks for another. */
export const EMBED_SIZE = { width: 600, height: 420 } as const

/**
 * Returns the HTML that shows an embed in another page. `url` is absolute. WordPress removes `style` from it, so
 * `frameborder` removes the border a second time.
 */
export function writeEmbedSnippet(url: string, title: string, size: { width: number; height: number } = EMBED_SIZE) {
  const [source, name] = [url, title].map(escapeAttribute)
  return `<iframe src="${source}" title="${name}" width="${size.width}" height="${size.height}" frameborder="0" style="border:0;max-width:100%" loading="lazy" referrerpolicy="no-referrer"></iframe>`
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
