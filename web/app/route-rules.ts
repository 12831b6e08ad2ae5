import { listPrerenderedPaths } from './platform/payload/prerendered-paths.ts'
import type { RouteRules } from './platform/route-rules/route-rules.ts'

/** What holds for whole parts of the site. Operators add theirs by the setting ROUTE_RULES. */
export const routeRules: RouteRules = {
  ...Object.fromEntries(listPrerenderedPaths().map((path) => [path, { prerender: true }])),
  '/**': { appMiddleware: { 'bot-log': true } },
}
