import { matchRoutes } from 'react-router'
import type { ClientMiddleware } from '../navigation/client-middleware.ts'
import { findPendingLocation, findRouter } from '../navigation/router-state.ts'

/**
 * Has a page that fails on the way to it fail by itself. What middleware throws, and a call that does not come through, the router
 * counts as a failure of the root: its data would be lost, and with them the chosen colours, who is signed in, and the header.
 */
export const keepFrameMiddleware: ClientMiddleware = async ({ url }, next) => {
  const { root: failure, ...others } = await next()
  const results = failure ? { root: failure, ...others } : others
  // A redirect is thrown as well, and is none.
  if (failure?.type !== 'error' || failure.result instanceof Response) return results
  const page = findPage(url)
  return page === undefined ? results : { [page]: failure, ...others }
}

/** The screen that is asked for, when the page around it stands already; undefined for the calls of fetchers. */
function findPage({ pathname }: URL): string | undefined {
  const router = findRouter()
  const asked = findPendingLocation() ?? router?.state.location
  if (router?.state.loaderData.root === undefined || asked?.pathname !== pathname) return undefined
  return matchRoutes(router.routes, asked, router.basename)?.at(-1)?.route.id
}
