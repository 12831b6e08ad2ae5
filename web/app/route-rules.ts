import { listPrerenderedPaths } from './platform/payload/prerendered-paths.ts'
import type { RouteRules } from './platform/route-rules/route-rules.ts'

/** Our own route rules. Operators add theirs with ROUTE_RULES. */
export const routeRules: RouteRules = {
  ...Object.fromEntries(listPrerenderedPaths().map((path) => [path, { prerender: true }])),
  '/**': { appMiddleware: { 'bot-log': true } },
}
