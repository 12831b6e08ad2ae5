import { findPageRoute } from './page-route.ts'

/** Where pages send their views. */
export const PAGE_VIEWS_PATH = '/page-views'

/** Longer addresses than this are none of ours. */
export const LONGEST_ADDRESS = 200

/** One view of a page: which page, and which other site led there. Nothing tells who looked. */
export interface PageView {
  /** `/spot/[id]` */
  route: string
  /** `/spot/abc123`, without query and hash. */
  path: string
  /** The origin of the other site; of the first page of a visit only. */
  referrer?: string | undefined
}

/** The view of a page; undefined for what is no page, or too long to be one. */
export function toPageView(pathname: string, referrer = ''): PageView | undefined {
  const route = findPageRoute(pathname)
  if (route === undefined || pathname.length > LONGEST_ADDRESS) return undefined
  const origin = URL.parse(referrer)?.origin ?? ''
  const isTold = /^https?:/.test(origin) && origin.length <= LONGEST_ADDRESS
  return { route, path: pathname, ...(isTold && { referrer: origin }) }
}
