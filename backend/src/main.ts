import { createServer, type IncomingMessage } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { readConfig } from './config.ts'
import { parseTrustedProxies, stampClientAddress } from './http/connections/client-address.ts'
import { explainLargeHeaders, MAX_HEADER_BYTES } from './http/connections/header-limit.ts'
import { limitSlowConnections, readConnectionLimits, SWEEP_MS } from './http/connections/slow-connections.ts'
import { runServer } from './run-server.ts'
import { createBackend, isSocketUrl } from './server.ts'
import { renderWelcomeMessage } from './start/welcome-message.ts'

/** The port that the Supabase CLI uses for the same services. */
const DEFAULT_PORT = 54_321

/** Runs the backend as a separate program, without the web app. */
await runServer(async () => {
  const config = readConfig(process.env, { port: DEFAULT_PORT })
  const backend = await createBackend(config)
  const listener = getRequestListener(backend.fetch, { overrideGlobalObjects: false })
  const proxies = parseTrustedProxies(process.env.TRUSTED_PROXIES)
  const options = {
    maxHeaderSize: MAX_HEADER_BYTES,
    connectionsCheckingInterval: SWEEP_MS,
    shouldUpgradeCallback: ({ url = '' }: IncomingMessage) => isSocketUrl(url),
  }
  const server = createServer(options, (request, response) => {
    stampClientAddress(request, proxies)
    void listener(request, response)
  })
  explainLargeHeaders(server)
  limitSlowConnections(server, readConnectionLimits(process.env))
  server.on('upgrade', (request, socket, head) => {
    stampClientAddress(request, proxies)
    backend.upgrade(request, socket, head)
  })
  const firstSteps = await renderWelcomeMessage(backend, config.siteUrl)
  return { config, server, backend, welcome: `${firstSteps}Backend ready on http://localhost:${config.port}` }
})
