import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { broadcastEvent } from './api/broadcast-event.ts'
import { broadcastMessages } from './api/broadcast-messages.ts'
import { type ApiDependencies, createGuard } from './api/guard.ts'
import { createMetrics } from './api/metrics.ts'
import type { Sources } from './open-sources.ts'

const BASE_PATH = '/realtime/v1'

/** Maps every URL of the HTTP API to its endpoint. Sockets arrive as `upgrade` events instead. */
export function createRoutes(dependencies: ApiDependencies, lag: Sources['lag']): Hono {
  const guarded = createGuard(dependencies)
  const app = new Hono().basePath(BASE_PATH)
  app.use(
    cors({
      origin: '*',
      allowMethods: ['POST', 'OPTIONS'],
      allowHeaders: ['authorization', 'apikey', 'content-type', 'x-client-info'],
      exposeHeaders: ['retry-after', 'x-rate-rolling', 'x-rate-limit', 'x-rate-limit-remaining'],
      maxAge: 3600,
    }),
  )
  app.notFound((context) => context.json({ error: 'Not Found' }, 404))
  app.post('/api/broadcast', guarded(broadcastMessages))
  app.post('/api/broadcast/:topic/events/:event', guarded(broadcastEvent))
  app.get('/metrics', createMetrics(dependencies, lag))
  app.all('/websocket', (context) => context.json({ error: 'Upgrade Required' }, 426, { upgrade: 'websocket' }))
  return app
}
