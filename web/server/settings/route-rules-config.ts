import * as v from 'valibot'
import { findTarget } from '../../app/platform/navigation/target.ts'
import type { RouteRules } from '../../app/platform/route-rules/route-rules.ts'
import { routeRules } from '../../app/route-rules.ts'
import { parseSettings } from './web-config.ts'

const REDIRECT_CODES = [301, 302, 303, 307, 308]

const Target = v.pipe(
  v.string(),
  v.check(
    (to) => to.startsWith('/') || /^https?:/i.test(to),
    'must be a path from the root or an address with http(s)',
  ),
  v.check((to) => findTarget(to, { external: true }) !== undefined, 'is not an address to redirect to'),
)
const Rule = v.strictObject({
  prerender: v.optional(v.boolean()),
  redirect: v.optional(
    v.union([Target, v.strictObject({ to: Target, statusCode: v.optional(v.picklist(REDIRECT_CODES)) })]),
  ),
  appMiddleware: v.optional(v.record(v.string(), v.boolean())),
})
const Pattern = v.pipe(v.string(), v.regex(/^\/[^?#]*$/, 'a pattern is a path from the root'))
const Rules = v.record(Pattern, Rule)

const Settings = v.object({
  ROUTE_RULES: v.optional(
    v.pipe(v.string(), v.parseJson(undefined, 'must be JSON such as {"/old/**":{"redirect":"/explore"}}'), Rules),
  ),
})

/** Merges our route rules with the operator's, which win. Throws an error that names the setting. */
export function readRouteRules(environment: Record<string, string | undefined>): {
  routeRules: RouteRules
  redirectRules: RouteRules | undefined
} {
  const { ROUTE_RULES } = parseSettings(Settings, { ROUTE_RULES: environment.ROUTE_RULES || undefined })
  const merged: RouteRules = { ...routeRules, ...ROUTE_RULES }
  const redirects = Object.entries(merged).flatMap(([pattern, { redirect }]) =>
    redirect === undefined ? [] : [[pattern, { redirect }] as const],
  )
  return { routeRules: merged, redirectRules: redirects.length > 0 ? Object.fromEntries(redirects) : undefined }
}
