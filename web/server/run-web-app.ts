import { existsSync } from 'node:fs'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { createHandler } from './app.ts'
import { readPageLimits } from './pages/page-limits.ts'
import { createPageQueue } from './pages/page-queue.ts'
import { createStaticFiles } from './responses/static-files.ts'

/** Responds to a request with a file or page of the web app. */
export type Handler = ReturnType<typeof createHandler>
type Settings = Parameters<typeof createHandler>[0]
type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

const ROOT = join(import.meta.dirname, '..')
const BUILD = join(ROOT, 'build')

/** Runs Vite in this process: hot reload of the web app on the same port. */
export async function serveWithVite(
  server: Server,
  settings: Settings,
): Promise<{ middleware: Middleware; handle: Handler }> {
  if (settings.config.baseUrl !== '/' || settings.config.cdnUrl) {
    throw new Error('npm run dev serves the root of a host: leave the path out of SITE_URL, and CDN_URL empty.')
  }
  const { createServer: createVite } = await import('vite')
  const vite = await createVite({
    root: ROOT,
    configFile: join(ROOT, 'vite.config.ts'),
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server } },
  })
  const handle: Handler = async (request) => {
    const app = (await vite.ssrLoadModule('./server/app.ts')) as typeof import('./app.ts')
    return app.createHandler(settings)(request)
  }
  return { middleware: vite.middlewares, handle }
}

/** Loads the server's part of the build. Throws an error for the operator when there is none. */
export async function loadBuild(): Promise<typeof import('./app.ts')> {
  if (!existsSync(BUILD)) throw new Error('The web app has not been built. Run "npm run build" first, or "npm start".')
  const app: typeof import('./app.ts') = await import(join(BUILD, 'server/index.js'))
  await app.loadPages()
  return app
}

/** Serves the built web app. Throws an error for the operator when there is no build. */
export async function serveBuild(settings: Settings): Promise<{ middleware: Middleware; handle: Handler }> {
  const app = await loadBuild()
  const findFile = createStaticFiles(join(BUILD, 'client'), settings.config.assetsDirectory)
  const render = app.createHandler(settings, createPageQueue(readPageLimits(process.env)))
  return {
    middleware: (_request, _response, next) => next(),
    handle: async (request) => findFile(request) ?? render(request),
  }
}
