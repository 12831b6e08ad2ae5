import { isBot } from '#app/platform/errors/page/bots.ts'
import { readTheme } from '#app/platform/theme-cookie.ts'
import { getTypicalMapSize } from '#app/routes/explore/start-page.server.ts'
import { findPageAreas, findSpotId, type PageAreas } from './page-areas.ts'
import type { PageVersions } from './page-versions.ts'

/** A page that is the same for all visitors with this theme and kind of device. */
export interface VisitorPage extends PageAreas {
  /** The cache key. Pages with different content have different keys. */
  key: string
  spotId: string | undefined
  /** The request to render. Of the visitor's request it contains only what the key covers. */
  request: Request
}

/** Cookies of members and of people who are signing in. */
const SESSION_COOKIE = /(?:^|;\s*)sb-/
const DATA_SUFFIX = /\.data$/
const MAX_SEARCH = 300
/**
 * The parameters of pages that may be cached. Pages with any other parameter, such as secret links, invitations and
 * searches, are rendered for each request.
 */
const PARAMETERS: Record<string, readonly string[]> = {
  '/': ['stories', 'tag', 'before', 'before_id'],
  '/explore': ['kind', 'group', 'rating', 'photos', 'access', 'tag', 'sort', 'lat', 'lng', 'z', 'by', 'tab', 'list'],
}
/** The parameter with the routes whose data a client navigation requests. */
const ROUTES_PARAMETER = '_routes'
/** The header by which the data service limits requests per address. */
const ADDRESS_HEADER = 'x-forwarded-for'

/**
 * Returns the page of a request if it may be cached: a GET of a visitor without a session, a secret link or any
 * parameter that is not known to be public. Bots get undefined, because each of their requests is logged.
 */
export function findVisitorPage(request: Request, origin: string): VisitorPage | undefined {
  const { method, headers } = request
  const cookies = headers.get('cookie') ?? ''
  if (method !== 'GET' || headers.has('authorization') || SESSION_COOKIE.test(cookies)) return undefined
  if (isBot(headers.get('user-agent') ?? '')) return undefined
  const { pathname, search, searchParams } = new URL(request.url)
  const path = toPagePath(pathname)
  if (!hasOnlyKnownParameters(path, search, searchParams, path !== pathname)) return undefined
  const areas = findPageAreas(path, searchParams)
  if (!areas) return undefined
  const shown = { theme: readTheme(cookies), isPhone: path === '/explore' && getTypicalMapSize(headers).width < 600 }
  return {
    key: JSON.stringify([pathname, search, shown]),
    spotId: findSpotId(path),
    ...areas,
    request: new Request(origin + pathname + search, { headers: listHeaders(shown, headers.get(ADDRESS_HEADER)) }),
  }
}

/** Returns the versions on which a page depends. Undefined if it is about a spot that visitors do not see. */
export function describeVersions(
  page: VisitorPage,
  versions: PageVersions,
): { areas: string; counters: string } | undefined {
  if (page.areas.some((area) => versions[area] === undefined)) return undefined
  const describe = (areas: readonly string[]) => JSON.stringify(areas.map((area) => versions[area]))
  return { areas: describe(page.areas), counters: describe(page.counterAreas) }
}

/** Returns the path of the page, for a request for its data as well. */
function toPagePath(pathname: string): string {
  if (pathname === '/_.data' || pathname === '/_root.data') return '/'
  return pathname.replace(DATA_SUFFIX, '')
}

function hasOnlyKnownParameters(path: string, search: string, given: URLSearchParams, isData: boolean): boolean {
  const known = [...(PARAMETERS[path] ?? []), ...(isData ? [ROUTES_PARAMETER] : [])]
  return search.length <= MAX_SEARCH && [...given.keys()].every((name) => known.includes(name))
}

function listHeaders({ theme, isPhone }: { theme: string; isPhone: boolean }, address: string | null): HeadersInit {
  return {
    ...(theme !== 'system' && { cookie: `hereabouts-theme=${theme}` }),
    ...(isPhone && { 'sec-ch-ua-mobile': '?1' }),
    ...(address !== null && { [ADDRESS_HEADER]: address }),
  }
}
