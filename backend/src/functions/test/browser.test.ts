import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { chromium } from '@playwright/test'
import type { SupabaseClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { findTestChromium } from '../../../../scripts/find-chromium.ts'
import { createTestFunctions, serve, TEST_KEYS, withoutTokens } from './test-functions.ts'

declare global {
  interface Window {
    /** The bundled official client, for the script of the page. */
    client: SupabaseClient
  }
}

const found = findTestChromium()
const CLIENT = createRequire(import.meta.url).resolve('@supabase/supabase-js/dist/umd/supabase.js')
const SANDBOX = process.getuid?.() === 0 ? ['--no-sandbox'] : []
const CORS_HANDLER = serve(`(request) => {
  const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*, authorization' }
  return request.method === 'OPTIONS' ? new Response(null, { headers }) : Response.json({ text: 'read' }, { headers })
}`)

/** Serves the official client on its own origin. */
async function startPage(servicesUrl: string) {
  const page = `<!doctype html><title>Page</title><script src="/supabase.js"></script>
    <script>window.client = supabase.createClient('${servicesUrl}', '${TEST_KEYS.publishableKey}')</script>`
  const server = createServer(({ url }, response) => {
    response.setHeader('content-type', url === '/' ? 'text/html' : 'text/javascript')
    response.end(url === '/' ? page : readFileSync(CLIENT))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, [Symbol.dispose]: () => void server.close() }
}

test.skipIf(!found)(
  'exposes the status of the platform to pages of other origins, and leaves CORS to handlers (functions 2.7)',
  async () => {
    await using functions = await createTestFunctions({
      'config.toml': withoutTokens('open', 'closed', 'unloadable'),
      'functions/open/index.ts': CORS_HANDLER,
      'functions/closed/index.ts': serve("() => new Response('unread')"),
      'functions/locked/index.ts': CORS_HANDLER,
      'functions/unloadable/index.ts': "throw new Error('not loaded')",
    })
    using site = await startPage(functions.url)
    await using browser = await chromium.launch({ executablePath: found?.path ?? '', args: SANDBOX })
    const page = await browser.newPage()
    await page.goto(site.url)
    const invoke = (name: string) =>
      page.evaluate(async (called) => {
        const { data, error, response } = await window.client.functions.invoke(called)
        return [error?.name ?? data, response?.status]
      }, name)
    expect(await invoke('open')).toEqual([{ text: 'read' }, 200])
    expect(await invoke('unknown')).toEqual(['FunctionsHttpError', 404])
    expect(await invoke('locked')).toEqual(['FunctionsHttpError', 401])
    expect(await invoke('unloadable')).toEqual(['FunctionsRelayError', 503])
    expect(await invoke('closed')).toEqual(['FunctionsFetchError', undefined])
  },
)
