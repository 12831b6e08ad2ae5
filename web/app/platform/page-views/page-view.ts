import { findUrl } from '#app/lib/find-url.ts'
import { findPageRoute } from './page-route.ts'

/** The endpoint for page views. */
export const PAGE_VIEWS_PATH = '/page-views'

/** The longest path that a page can have. */
export const LONGEST_ADDRESS = 200

/** One page view: the page and the site that linked to it. It says nothing about the visitor. */
export interface PageView {
  /** `/spot/[id]` */
  route: string
  /** `/spot/abc123`, without query and hash. */
  path: string
  /** The origin of the referring site, only for the first page of a visit. */
  referrer?: string | undefined
}

/** Returns the page view of a page. Undefined for paths without a page and for long ones. */
export function toPageView(pathname: string, referrer = ''): PageView | undefined {
  const route = findPageRoute(pathname)
  if (route === undefined || pathname.length > LONGEST_ADDRESS) return undefined
  const origin = findUrl(referrer)?.origin ?? ''
  const isTold = /^https?:/.test(origin) && origin.length <= LONGEST_ADDRESS
  return { route, path: pathname, ...(isTold && { referrer: origin }) }
}
