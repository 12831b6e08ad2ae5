import { matchPath } from 'react-router'

/** Every page in `routes.ts`. Other paths are not counted. */
export const PAGE_PATTERNS = [
  '/',
  '/about',
  '/explore',
  '/spot/:id',
  '/spot/:id/edit',
  '/spot/:id/history',
  '/spot/:id/suggest',
  '/spot/:id/suggestions/:number?',
  '/spot/:id/merge',
  '/submit',
  '/city/:name',
  '/post/:slug',
  '/post/:slug/history',
  '/post/:slug/edit',
  '/account',
  '/account/settings',
  '/account/settings/import',
  '/account/apps',
  '/account/moderation',
  '/account/moderation/reports',
  '/account/moderation/suggestions',
  '/account/moderation/members',
  '/account/moderation/log',
  '/account/moderation/settings',
  '/account/moderation/bundles',
  '/account/moderation/webhooks',
  '/debug-seed',
  '/auth/login',
  '/auth/signup',
  '/oauth/consent',
] as const

/**
 * Returns the route of a page with parameter names in place of values, such as `/spot/[id]`. Undefined for a path
 * without a page. It matches patterns rather than replacing text, because a value may equal a part of the path, as in
 * `/city/city`.
 */
export function findPageRoute(pathname: string): string | undefined {
  const pattern = PAGE_PATTERNS.find((it) => matchPath({ path: it, end: true }, pathname))
  return pattern?.replaceAll(/:(\w+)\??/g, '[$1]')
}
