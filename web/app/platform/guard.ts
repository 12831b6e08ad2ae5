/** Where a visitor is sent who may not open a page. */
export const SIGN_UP_PATH = '/auth/signup'

const OPEN_PATHS = new Set(['/', '/about', '/explore', '/auth/login', SIGN_UP_PATH])
const OPEN_PREFIX = '/spot/'

/**
 * Whether a visitor without an account may open a path. Deny by default: what is not known to be open is closed, also paths
 * that no route matches. Compares lower-cased and without one trailing slash, since the router matches that way.
 */
export function isOpenToVisitors(pathname: string): boolean {
  const path = pathname.toLowerCase()
  const known = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
  return OPEN_PATHS.has(known) || path.startsWith(OPEN_PREFIX)
}
