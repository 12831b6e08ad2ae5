/** What holds for the paths that a pattern names. */
export interface RouteRule {
  /** The page is made by the build, alike for everybody. */
  prerender?: boolean
  /** Where these paths have gone, with a status if not 307. */
  redirect?: string | { to: string; statusCode?: number }
  /** Middleware by name, on or off. */
  appMiddleware?: Record<string, boolean>
}

/** Rules by pattern: `/old`, `/old/*` for one more segment, `/old/**` for `/old` and all below. */
export type RouteRules = Readonly<Record<string, RouteRule>>

/** Where a rule sends a path on. */
export interface RuleRedirect {
  to: string
  statusCode: number
}

const DEFAULT_STATUS_CODE = 307
const REST = '/**'

/** All rules of a path as one: the most specific pattern wins, key by key, and name by name for middleware. */
export function mergeRouteRules(rules: RouteRules, pathname: string): RouteRule {
  const merged: RouteRule = {}
  for (const [, { appMiddleware, ...rule }] of listMatching(rules, pathname)) {
    Object.assign(merged, rule)
    if (appMiddleware) merged.appMiddleware = { ...merged.appMiddleware, ...appMiddleware }
  }
  return merged
}

/**
 * Where the rules send an address on; undefined when it stays. Query and hash are kept, and a target that ends with `/**` gets
 * the rest of the path. A target may be on another site: rules are the operator's.
 */
export function findRuleRedirect(rules: RouteRules, { pathname, search, hash }: UrlParts): RuleRedirect | undefined {
  const [pattern, rule] = listMatching(rules, pathname).findLast(([, { redirect }]) => redirect !== undefined) ?? []
  if (pattern === undefined || rule?.redirect === undefined) return undefined
  const { to, statusCode = DEFAULT_STATUS_CODE } =
    typeof rule.redirect === 'string' ? { to: rule.redirect } : rule.redirect
  const target = addQuery(fillRest(to, pattern, pathname), search) + (to.includes('#') ? '' : hash)
  return target === pathname + search + hash ? undefined : { to: target, statusCode }
}

type UrlParts = Pick<URL, 'pathname' | 'search' | 'hash'>

/** The rules whose pattern matches, from the least specific to the most. */
function listMatching(rules: RouteRules, pathname: string): [pattern: string, rule: RouteRule][] {
  const path = normalize(pathname)
  return Object.entries(rules)
    .filter(([pattern]) => toExpression(pattern).test(path))
    .toSorted(([one], [other]) => rank(one) - rank(other) || one.length - other.length)
}

/** Lower-cased and without a slash at the end, as the router compares. */
function normalize(pathname: string): string {
  return pathname.toLowerCase().replace(/(?<=.)\/+$/, '')
}

function toExpression(pattern: string): RegExp {
  const below = pattern.endsWith(REST)
  const path = normalize(below ? pattern.slice(0, -REST.length) : pattern)
  const segments = path.split('/').map((segment) => (segment === '*' ? '[^/]+' : segment.replaceAll(/\W/g, '\\$&')))
  return new RegExp(`^${segments.join('/')}${below ? '(?:/.*)?' : ''}$`)
}

/** A pattern without wildcards is the most specific, one with an open end the least. */
function rank(pattern: string): number {
  if (pattern.endsWith(REST)) return 0
  return pattern.includes('*') ? 1 : 2
}

/** The rest of the path in place of `/**`. Its leading slashes are dropped: two of them would name a host. */
function fillRest(to: string, pattern: string, pathname: string): string {
  if (!to.endsWith(REST)) return to
  const rest = pattern.endsWith(REST) ? pathname.slice(pattern.length - REST.length).replace(/^\/+/, '') : ''
  return `${to.slice(0, -REST.length)}/${rest}`
}

/** The target's own query stays in front. */
function addQuery(to: string, search: string): string {
  if (!search) return to
  const [target = '', hash] = to.split('#')
  const joined = target.includes('?') ? `${target}&${search.slice(1)}` : target + search
  return hash === undefined ? joined : `${joined}#${hash}`
}
