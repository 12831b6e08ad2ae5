/** Where a visitor is sent who may not open a page. */
export const SIGN_UP_PATH = '/auth/signup'

const OPEN_PATHS = new Set(['/', '/about', '/explore', '/auth/login', SIGN_UP_PATH])
const OPEN_PREFIX = '/spot/'

/**
 * Where to send whoever asks for a path; undefined when the path may be opened. The same on server and browser. Deny by default:
 * what is not known to be open is closed to visitors, also paths that no route matches. Whoever is signed in passes.
 */
export function guard(pathname: string, user: object | null): string | undefined {
  return user || isOpenToVisitors(pathname) ? undefined : SIGN_UP_PATH
}

/** Compares lower-cased and without one trailing slash, since the router matches that way. */
function isOpenToVisitors(pathname: string): boolean {
  const path = pathname.toLowerCase()
  const known = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
  return OPEN_PATHS.has(known) || path.startsWith(OPEN_PREFIX)
}
