import { createContext, type MiddlewareFunction, type RouterContextProvider } from 'react-router'
import { toFullPath } from '../errors/page/not-found.ts'
import { type PageRules, type RequestedPage, validatePage } from './page-validation.ts'

/** The error that a page rule throws. */
interface Rejection {
  thrown: unknown
}

const rejectionContext = createContext<Rejection | null>(null)

/**
 * Runs the page rules for every requested page. A page's loader rejects it, because an error thrown by middleware would
 * show without the header and the theme. Form submissions, and pages whose loader has not checked, are rejected here.
 */
export function rejectBy(rules: PageRules): MiddlewareFunction<Response> {
  return async ({ request, url, pattern, params, context }, next) => {
    const { pathname, search } = url
    const fullPath = toFullPath({ pathname, search, hash: '' })
    const rejection = await findRejection(rules, pattern, { fullPath, params })
    if (!rejection) return next()
    if (request.method !== 'GET' && request.method !== 'HEAD') throw rejection.thrown
    context.set(rejectionContext, rejection)
    const response = await next()
    if (response.status < 400) throw rejection.thrown
    return response
  }
}

/** Throws the error of the page's rule. Loaders of pages with a rule call it first. */
export function requireAllowedPage(context: Readonly<RouterContextProvider>): void {
  const rejection = context.get(rejectionContext)
  if (rejection) throw rejection.thrown
}

/** Returns true when the requested page fails its rule. */
export function isRejectedPage(context: Readonly<RouterContextProvider>): boolean {
  return context.get(rejectionContext) !== null
}

async function findRejection(rules: PageRules, pattern: string, to: RequestedPage): Promise<Rejection | undefined> {
  try {
    await validatePage(rules, pattern, to)
    return undefined
  } catch (thrown) {
    return { thrown }
  }
}
