import { matchPath } from 'react-router'

/** Every page of the site, as `routes.ts` has it. What matches none of them is no page and not counted. */
export const PAGE_PATTERNS = [
  '/',
  '/about',
  '/explore',
  '/spot/:id',
  '/spot/:id/edit',
  '/submit',
  '/city/:name',
  '/post/:slug',
  '/account',
  '/account/settings',
  '/account/apps',
  '/debug-seed',
  '/auth/login',
  '/auth/signup',
  '/oauth/consent',
] as const

/**
 * The route of a page with the names of its parameters in place of their values: `/spot/[id]`; undefined for a path that is no page.
 * By its pattern and not by replacing text: a value may equal a part of the path, as in `/city/city`.
 */
export function findPageRoute(pathname: string): string | undefined {
  const pattern = PAGE_PATTERNS.find((it) => matchPath({ path: it, end: true }, pathname))
  return pattern?.replaceAll(/:(\w+)/g, '[$1]')
}
