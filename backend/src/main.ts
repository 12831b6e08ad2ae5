import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { readConfig } from './config.ts'
import { createBackend } from './server.ts'

/** The port that the Supabase CLI uses for the same services. */
const DEFAULT_PORT = 54_321

/** The backend as a program of its own, without the web app. */
const config = readConfig(process.env, { port: DEFAULT_PORT })
const backend = await createBackend(config)
const listener = getRequestListener(backend.fetch, { overrideGlobalObjects: false })
const server = createServer({ maxHeaderSize: 64 * 1024 }, (request, response) => void listener(request, response))
backend.attach(server)
server.listen(config.port, config.host, () => {
  process.stdout.write(`Backend ready on http://localhost:${config.port}\n`)
})

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    server.close()
    server.closeAllConnections()
    await backend.close()
    process.exit(0)
  })
}
