import type { MiddlewareFunction } from 'react-router'
import { withoutBase } from '../app-config.ts'
import { serverSettingsContext } from '../app-settings.ts'
import { isRefusedPage } from '../page-validation.server.ts'
import { mergeRouteRules } from './route-rules.ts'

/** What a middleware with a name looks at. It may throw a reply. */
export type NamedMiddleware = (request: Request, pathname: string) => void

/** Middleware that rules switch on by name; loaded when one does. */
const NAMED: Readonly<Record<string, () => Promise<NamedMiddleware>>> = {
  'bot-log': async () => (await import('./bot-log.server.ts')).logBot,
}

/** Runs what the rules of a path name, in their order. Not for a page that its own rule refuses: that comes first. */
export const namedMiddleware: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  if (isRefusedPage(context)) return next()
  const pathname = withoutBase(url.pathname)
  const { appMiddleware = {} } = mergeRouteRules(context.get(serverSettingsContext).routeRules, pathname)
  for (const [name, isOn] of Object.entries(appMiddleware)) {
    if (isOn) (await loadNamed(name))(request, pathname)
  }
  return next()
}

/** Throws for a name that nobody knows. */
export async function loadNamed(name: string): Promise<NamedMiddleware> {
  const load = Object.hasOwn(NAMED, name) ? NAMED[name] : undefined
  if (!load) throw new Error(`Unknown route middleware: '${name}'`)
  return load()
}
