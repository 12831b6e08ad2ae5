/** The rule of a path pattern. */
export interface RouteRule {
  /** The page is prerendered and the same for everyone. */
  prerender?: boolean
  /** The redirect target, with a status unless it is 307. */
  redirect?: string | { to: string; statusCode?: number }
  /** Middleware by name, on or off. */
  appMiddleware?: Record<string, boolean>
}

/** Rules by pattern: `/old`, `/old/*` for one more segment, `/old/**` for `/old` and everything below. */
export type RouteRules = Readonly<Record<string, RouteRule>>

/** A middleware that rules switch on by name. It may throw a response. */
export type NamedMiddleware = (request: Request, pathname: string) => void

/** The redirect that a rule makes. */
export interface RuleRedirect {
  to: string
  statusCode: number
}

const DEFAULT_STATUS_CODE = 307
const REST = '/**'

/** Merges all rules of a path. The most specific pattern wins for each key, and for each name of middleware. */
export function mergeRouteRules(rules: RouteRules, pathname: string): RouteRule {
  const merged: RouteRule = {}
  for (const [, { appMiddleware, ...rule }] of listMatching(rules, pathname)) {
    Object.assign(merged, rule)
    if (appMiddleware) merged.appMiddleware = { ...merged.appMiddleware, ...appMiddleware }
  }
  return merged
}

/**
 * Returns the redirect of a path, or undefined. It keeps query and hash, and a target that ends with `/**` gets the
 * rest of the path. Targets may be external, because rules come from the operator.
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

/** Lists the matching rules from the least specific to the most. */
function listMatching(rules: RouteRules, pathname: string): [pattern: string, rule: RouteRule][] {
  const path = normalize(pathname)
  return Object.entries(rules)
    .filter(([pattern]) => toExpression(pattern).test(path))
    .toSorted(([one], [other]) => rank(one) - rank(other) || one.length - other.length)
}

/** Lower-cases the path and drops a trailing slash, as the router does. */
function normalize(pathname: string): string {
  return pathname.toLowerCase().replace(/(?<=.)\/+$/, '')
}

function toExpression(pattern: string): RegExp {
  const below = pattern.endsWith(REST)
  const path = normalize(below ? pattern.slice(0, -REST.length) : pattern)
  const segments = path.split('/').map((segment) => (segment === '*' ? '[^/]+' : segment.replaceAll(/\W/g, '\\$&')))
  return new RegExp(`^${segments.join('/')}${below ? '(?:/.*)?' : ''}$`)
}

/** A pattern without wildcards is the most specific, one with `/**` the least. */
function rank(pattern: string): number {
  if (pattern.endsWith(REST)) return 0
  return pattern.includes('*') ? 1 : 2
}

/** Replaces `/**` by the rest of the path. Leading slashes are dropped, because two of them would name a host. */
function fillRest(to: string, pattern: string, pathname: string): string {
  if (!to.endsWith(REST)) return to
  const rest = pattern.endsWith(REST) ? pathname.slice(pattern.length - REST.length).replace(/^\/+/, '') : ''
  return `${to.slice(0, -REST.length)}/${rest}`
}

/** The target's own query comes first. */
function addQuery(to: string, search: string): string {
  if (!search) return to
  const [target = '', hash] = to.split('#')
  const joined = target.includes('?') ? `${target}&${search.slice(1)}` : target + search
  return hash === undefined ? joined : `${joined}#${hash}`
}
