import { expect, test, vi } from 'vitest'
import { DEFAULT_APP_CONFIG } from '#app/platform/config/app-config.ts'
import type { ServerSettings } from '#app/platform/config/app-settings.ts'
import { findResource } from './resources.ts'

const view = { clusters: [], total: { n: 3, exact: true }, spots: [], cursor: null, version: 1 }

function sendRequest(path: string, backendFetch: typeof fetch): Promise<Response> | undefined {
  const settings: ServerSettings = {
    siteUrl: 'http://localhost',
    supabaseUrl: 'http://localhost',
    publishableKey: 'public',
    secretKey: '',
    mapStyleUrl: undefined,
    captcha: undefined,
    config: DEFAULT_APP_CONFIG,
    routeRules: {},
    contentOrigins: [],
    collectorUrl: undefined,
    backendFetch,
  }
  return findResource(new Request(`http://localhost${path}`), settings)?.()
}

test('rejects a view without an area before calling the data service', async () => {
  const backendFetch = vi.fn<typeof fetch>()
  const response = await sendRequest('/explore/view.json?z=4', backendFetch)
  expect(response?.status).toBe(400)
  expect(await response?.json()).toMatchObject({ code: 'bad_request' })
  expect(backendFetch).not.toHaveBeenCalled()
})

test('passes on the reference point for distances, and is never cached', async () => {
  const page = { view, origin: { name: 'Turin', lng: 7.7, lat: 45.1 }, nearest: null }
  const backendFetch = vi.fn<typeof fetch>(async () => Response.json(page))
  const response = await sendRequest('/explore/view.json?view=7,44,8,46&z=8', backendFetch)
  expect(backendFetch).toHaveBeenCalledOnce()
  expect(response?.headers.get('cache-control')).toBe('private, no-store')
  expect(await response?.json()).toEqual(page)
})

test("passes on the data service's rejection with its status", async () => {
  const rejection = {
    code: '22023',
    message: 'cursor must be the value returned with the previous page.',
    details: null,
    hint: null,
  }
  const backendFetch = vi.fn<typeof fetch>(async (input) =>
    String(input instanceof Request ? input.url : input).includes('/rpc/')
      ? Response.json(rejection, { status: 400 })
      : Response.json([]),
  )
  const response = await sendRequest('/explore/view.json?view=7,44,8,46&z=8&cursor=x', backendFetch)
  expect(response?.status).toBe(400)
  expect(await response?.json()).toEqual({ code: rejection.code, message: rejection.message })
})
