/** The page to which visitors are redirected from pages that they may not open. */
export const SIGN_UP_PATH = '/auth/signup'

const OPEN_PATHS = new Set(['/', '/about', '/explore', '/auth/login', SIGN_UP_PATH])
const OPEN_PREFIX = '/spot/'

/**
 * Returns where to redirect the viewer, or undefined when they may open the path. Server and browser share it. It
 * denies by default: unknown paths, even those without a route, are closed to visitors. Members pass.
 */
export function guard(pathname: string, user: object | null): string | undefined {
  return user || isOpenToVisitors(pathname) ? undefined : SIGN_UP_PATH
}

/** Lower-cases the path and drops one trailing slash, because the router matches that way. */
function isOpenToVisitors(pathname: string): boolean {
  const path = pathname.toLowerCase()
  const known = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
  return OPEN_PATHS.has(known) || path.startsWith(OPEN_PREFIX)
}
