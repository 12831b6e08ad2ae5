import { createRequestHandler, type RouterContext, RouterContextProvider, type ServerBuild } from 'react-router'

type RenderPage = (request: Request) => Promise<Response>
/** The middleware that reads the cookie and creates the data client. No page renders without it. */
const NEEDED = 'sessionMiddleware'

/**
 * Renders the pages of a build with React Router alone, for benchmarks: without the root's middleware except the
 * session, and without CSP, nonce, ETag and payloads. The context of each request, such as the settings, is copied from
 * `renderPage`.
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

/** Returns the values that are set for a request before the router starts. */
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
