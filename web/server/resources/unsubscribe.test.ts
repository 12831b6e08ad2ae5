import { expect, test } from 'vitest'
import { DEFAULT_APP_CONFIG } from '#app/platform/config/app-config.ts'
import type { ServerSettings } from '#app/platform/config/app-settings.ts'
import { findResource } from './resources.ts'

const settings: ServerSettings = {
  siteUrl: 'http://localhost',
  supabaseUrl: 'http://localhost',
  publishableKey: 'public',
  secretKey: 'secret',
  mapStyleUrl: undefined,
  captcha: undefined,
  config: DEFAULT_APP_CONFIG,
  routeRules: {},
  contentOrigins: [],
  collectorUrl: undefined,
  backendFetch: async () => Response.json(['comments']),
}

async function post(body: RequestInit['body'], headers: Record<string, string> = {}): Promise<string | undefined> {
  const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, headers, duplex: 'half' }
  const response = await findResource(new Request('http://localhost/unsubscribe?token=a', init), settings)?.()
  return response?.text()
}

test('unsubscribes and subscribes again by the form of the page', async () => {
  expect(await post('undo=false', { 'content-length': '10' })).toContain('You will no longer get emails')
  expect(await post('undo=true', { 'content-length': '9' })).toContain('You will get emails')
})

test('does not read a body without a stated length, which may be endless', async () => {
  let chunks = 0
  const endless = new ReadableStream<Uint8Array>({
    async pull(controller) {
      chunks += 1
      if (chunks === 100) controller.error(new Error('The body was read.'))
      else controller.enqueue(new Uint8Array(65_536))
    },
  })
  expect(await post(endless)).toContain('You will no longer get emails')
  expect(chunks).toBeLessThan(5)
})
