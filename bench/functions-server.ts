/**
 * A function, or the same handler as a bare Hono route, behind an HTTP server in its own process. Started by
 * functions.ts with the mode and an empty folder.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { getRequestListener, type Http2Bindings, type HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { exportJWK, generateKeyPair } from 'jose'
import { createFunctionsService } from '../backend/src/functions/service.ts'
import { parseFunctionsSettings } from '../backend/src/functions/settings.ts'
import { createLog } from '../backend/src/http/log.ts'
import { createTokens } from '../backend/src/http/tokens/tokens.ts'
import { reportTo } from './server-report.ts'

const HANDLER = `Deno.serve(async (request) => {
  const { name } = await request.json()
  return Response.json({ greeting: 'Hello ' + name })
})`
const [, , mode = 'bare', folder = ''] = process.argv

function createRoute(): (request: Request) => Response | Promise<Response> {
  const app = new Hono()
  app.post('/functions/v1/hello', async (context) => {
    const { name } = await context.req.json<{ name: string }>()
    return context.json({ greeting: `Hello ${name}` })
  })
  return app.fetch
}

async function createFunction(): Promise<
  (request: Request, connection: HttpBindings | Http2Bindings) => Promise<Response>
> {
  mkdirSync(join(folder, 'functions/hello'), { recursive: true })
  writeFileSync(join(folder, 'functions/hello/index.ts'), HANDLER)
  writeFileSync(join(folder, 'config.toml'), '[functions.hello]\nverify_jwt = false\n')
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const key = { ...(await exportJWK(privateKey)), kid: 'bench', alg: 'ES256', key_ops: ['sign'] }
  const service = createFunctionsService({
    tokens: await createTokens([key], 'a shared secret for the bench, long enough'),
    keys: { publishableKey: 'sb_publishable_bench', secretKey: 'sb_secret_bench' },
    settings: parseFunctionsSettings({ NODE_ENV: 'production', FUNCTIONS_ISOLATION: mode }),
    projectFolder: folder,
    apiUrl: 'http://bench.test',
    databaseUrl: 'postgresql://bench.test/postgres',
    log: createLog('warn'),
  })
  return service.fetch
}

const handle = mode === 'bare' ? createRoute() : await createFunction()
const listener = getRequestListener(handle, { overrideGlobalObjects: false })
reportTo(createServer((request, response) => void listener(request, response)))
