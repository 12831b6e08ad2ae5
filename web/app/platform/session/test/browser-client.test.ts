import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

test('reconnects the socket of a tab after 1, 2, 5 and then every 10 seconds (runtime 12.1)', async () => {
  const settings = { siteUrl: 'http://site.test', supabaseUrl: 'http://site.test', publishableKey: 'key' }
  const element = { textContent: JSON.stringify(settings) }
  vi.stubGlobal('document', { cookie: '', documentElement: { dataset: {} }, getElementById: () => element })
  const removeItem = vi.fn()
  vi.stubGlobal('sessionStorage', { getItem: () => null, removeItem })
  // A fresh module, because it keeps the client of the tab.
  vi.resetModules()
  const { getBrowserClient } = await import('../browser-client.ts')
  const { realtime } = await getBrowserClient()
  // The client reports that there is no session.
  await vi.waitFor(() => expect(removeItem).toHaveBeenCalled())
  expect([1, 2, 3, 4, 5].map((attempt) => realtime.reconnectAfterMs(attempt))).toEqual([
    1_000, 2_000, 5_000, 10_000, 10_000,
  ])
  expect([realtime.heartbeatIntervalMs, realtime.timeout]).toEqual([25_000, 10_000])
})
