import { type DataStrategyResult, matchRoutes } from 'react-router'
import type { ClientMiddleware } from '../../navigation/client-middleware.ts'
import { findPendingLocation, findRouter } from '../../navigation/router-state.ts'

/**
 * Limits a failed navigation to the page itself. The router attributes errors from middleware and failed calls to the
 * root route, which would lose its data: the theme, the signed-in member and the header. If a fetcher fails to load a
 * part of the page, such as the next comments, the page stays and the fetcher gets null.
 */
export const keepLayoutMiddleware: ClientMiddleware = async ({ request, url }, next) => {
  const isPart = request.method === 'GET' && isPartOfPage(url)
  const results = await next()
  if (isPart) return Object.fromEntries(Object.entries(results).map(([id, result]) => [id, toNull(result)]))
  const { root: failure, ...others } = results
  // A redirect is thrown too, but it is not an error.
  if (failure?.type !== 'error' || failure.result instanceof Response) return results
  const page = findPage(url)
  return page === undefined ? results : { [page]: failure, ...others }
}

/** Returns true for a URL that only a fetcher loads: the current page with another query, without a navigation to it. */
function isPartOfPage({ pathname, search }: URL): boolean {
  const shown = findRouter()?.state.location
  return findPendingLocation() === undefined && shown?.pathname === pathname && shown.search !== search
}

function toNull(result: DataStrategyResult): DataStrategyResult {
  return result.type === 'error' && !(result.result instanceof Response) ? { type: 'data', result: null } : result
}

/** Returns the requested route when the layout around it is already shown. Undefined for fetcher calls. */
function findPage({ pathname }: URL): string | undefined {
  const router = findRouter()
  const requested = findPendingLocation() ?? router?.state.location
  if (router?.state.loaderData.root === undefined || requested?.pathname !== pathname) return undefined
  return matchRoutes(router.routes, requested, router.basename)?.at(-1)?.route.id
}
