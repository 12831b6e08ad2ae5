import { createContext, type MiddlewareFunction, type RouterContextProvider } from 'react-router'
import { toFullPath } from '../errors/not-found.ts'
import { type AskedPage, type PageRules, validatePage } from './page-validation.ts'

/** The error that a page rule throws. */
interface Refusal {
  thrown: unknown
}

const refusalContext = createContext<Refusal | null>(null)

/**
 * Runs the page rules for every requested page. A page's loader rejects it, because an error thrown by middleware would
 * show without the header and the theme. Form submissions, and pages whose loader has not checked, are rejected here.
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

/** Throws the error of the page's rule. Loaders of pages with a rule call it first. */
export function requireAllowedPage(context: Readonly<RouterContextProvider>): void {
  const refusal = context.get(refusalContext)
  if (refusal) throw refusal.thrown
}

/** Returns true when the requested page fails its rule. */
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
