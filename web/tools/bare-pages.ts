import { createRequestHandler, type RouterContext, RouterContextProvider, type ServerBuild } from 'react-router'

type RenderPage = (request: Request) => Promise<Response>
/** Reads the cookie and makes the data client, without which no page can be rendered. */
const NEEDED = 'sessionMiddleware'

/**
 * The pages of a build as React Router alone renders them: without the middleware of the root besides the session, and without policy,
 * nonce, tag and payloads. What `renderPage` gives each request, such as the settings, it gives them too. For measuring.
 */
export async function createBarePages(
  build: ServerBuild,
  renderPage: RenderPage,
  sample: Request,
): Promise<RenderPage> {
  const given = await watchContext(() => renderPage(sample))
  const { root } = build.routes
  if (!root) throw new Error('The build has no root.')
  const middleware = root.module.middleware?.filter(({ name }) => name === NEEDED)
  if (middleware?.length !== 1) throw new Error(`The root has no ${NEEDED} any more: adapt web/tools/bare-pages.ts.`)
  const routes = { ...build.routes, root: { ...root, module: { ...root.module, middleware } } }
  const handle = createRequestHandler({ ...build, routes }, 'production')
  return (request) => {
    const context = new RouterContextProvider()
    for (const [key, value] of given) context.set(key, value)
    return handle(request, context)
  }
}

/** What is set for a request before the router begins. */
async function watchContext(run: () => Promise<unknown>): Promise<Map<RouterContext, unknown>> {
  const given = new Map<RouterContext, unknown>()
  const { set } = RouterContextProvider.prototype
  RouterContextProvider.prototype.set = function keep(key, value) {
    given.set(key, value)
    set.call(this, key, value)
  }
  await run()
  RouterContextProvider.prototype.set = set
  return given
}
