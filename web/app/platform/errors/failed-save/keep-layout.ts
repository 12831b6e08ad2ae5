import { matchRoutes } from 'react-router'
import type { ClientMiddleware } from '../../navigation/client-middleware.ts'
import { findPendingLocation, findRouter } from '../../navigation/router-state.ts'

/**
 * Limits a failed navigation to the page itself. The router attributes errors from middleware and failed calls to the
 * root route, which would lose its data: the theme, the signed-in member and the header.
 */
export const keepLayoutMiddleware: ClientMiddleware = async ({ url }, next) => {
  const { root: failure, ...others } = await next()
  const results = failure ? { root: failure, ...others } : others
  // A redirect is thrown too, but it is not an error.
  if (failure?.type !== 'error' || failure.result instanceof Response) return results
  const page = findPage(url)
  return page === undefined ? results : { [page]: failure, ...others }
}

/** Returns the requested route when the layout around it is already shown. Undefined for fetcher calls. */
function findPage({ pathname }: URL): string | undefined {
  const router = findRouter()
  const requested = findPendingLocation() ?? router?.state.location
  if (router?.state.loaderData.root === undefined || requested?.pathname !== pathname) return undefined
  return matchRoutes(router.routes, requested, router.basename)?.at(-1)?.route.id
}
