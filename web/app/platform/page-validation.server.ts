import { createContext, type MiddlewareFunction, type RouterContextProvider } from 'react-router'
import { toFullPath } from './not-found.ts'
import { type AskedPage, type PageRules, validatePage } from './page-validation.ts'

/** What the rule of a page throws. */
interface Refusal {
  thrown: unknown
}

const refusalContext = createContext<Refusal | null>(null)

/**
 * Asks the rules for every page that is opened. A page that fails is refused by its loader, since what middleware throws shows without
 * header and theme. Forms are refused here, and so is a page whose loader has not asked.
 */
export function refuseBy(rules: PageRules): MiddlewareFunction<Response> {
  return async ({ request, url, pattern, params, context }, next) => {
    const { pathname, search } = url
    const fullPath = toFullPath({ pathname, search, hash: '' })
    const refusal = await findRefusal(rules, pattern, { fullPath, params })
    if (!refusal) return next()
    if (request.method !== 'GET' && request.method !== 'HEAD') throw refusal.thrown
    context.set(refusalContext, refusal)
    const response = await next()
    if (response.status < 400) throw refusal.thrown
    return response
  }
}

/** Throws what the rule of the page has against it. The first line of the loader of a page with a rule. */
export function requireAllowedPage(context: Readonly<RouterContextProvider>): void {
  const refusal = context.get(refusalContext)
  if (refusal) throw refusal.thrown
}

/** Whether the page that is asked for fails by its rule. */
export function isRefusedPage(context: Readonly<RouterContextProvider>): boolean {
  return context.get(refusalContext) !== null
}

async function findRefusal(rules: PageRules, pattern: string, to: AskedPage): Promise<Refusal | undefined> {
  try {
    await validatePage(rules, pattern, to, false)
    return undefined
  } catch (thrown) {
    return { thrown }
  }
}
