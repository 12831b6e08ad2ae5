import type { MiddlewareFunction } from 'react-router'
import { withoutBase } from '../config/app-config.ts'
import { serverSettingsContext } from '../config/app-settings.ts'
import { isRejectedPage } from '../page-validation/page-validation.server.ts'
import { mergeRouteRules, type NamedMiddleware } from './route-rules.ts'

/** The middleware that rules can switch on by name, loaded on demand. */
const NAMED: Readonly<Record<string, () => Promise<NamedMiddleware>>> = {
  'bot-log': async () => (await import('./bot-log.server.ts')).logBot,
}

/** Runs the middleware listed in the rules of a path, in order. Pages that fail their page rule skip it. */
export const namedMiddleware: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  if (isRejectedPage(context)) return next()
  const pathname = withoutBase(url.pathname)
  const { appMiddleware = {} } = mergeRouteRules(context.get(serverSettingsContext).routeRules, pathname)
  for (const [name, isOn] of Object.entries(appMiddleware)) {
    if (isOn) (await loadNamed(name))(request, pathname)
  }
  return next()
}

/** Throws for an unknown name. */
export async function loadNamed(name: string): Promise<NamedMiddleware> {
  const load = Object.hasOwn(NAMED, name) ? NAMED[name] : undefined
  if (!load) throw new Error(`Unknown route middleware: '${name}'`)
  return load()
}
