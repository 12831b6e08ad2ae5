import { expect, test, vi } from 'vitest'
import { DEFAULT_APP_CONFIG } from '#app/platform/config/app-config.ts'
import type { ServerSettings } from '#app/platform/config/app-settings.ts'
import { findResource } from './resources.ts'

function sendRequest(path: string, backendFetch: typeof fetch): Promise<Response> | undefined {
  const settings: ServerSettings = {
    ...{ siteUrl: 'http://localhost', supabaseUrl: 'http://localhost', publishableKey: 'public', secretKey: '' },
    ...{ mapStyleUrl: undefined, captcha: undefined, config: DEFAULT_APP_CONFIG, routeRules: {} },
    ...{ contentOrigins: [], collectorUrl: undefined, backendFetch },
  }
  return findResource(new Request(`http://localhost${path}`), settings)?.()
}

test('passes on what the data service says about invalid input, instead of a server error', async () => {
  const error = { code: '22P02', message: 'invalid input syntax for type uuid: "x"', details: null, hint: null }
  const response = await sendRequest('/sitemaps/members.xml?after=x', async () => Response.json(error, { status: 400 }))
  expect(response?.status).toBe(400)
  expect(await response?.text()).toBe(`${error.message}\n`)
})

test('logs the unexpected failure of a resource, and says nothing about its reason', async () => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const error = { code: '57014', message: 'secret reason', details: null, hint: null }
  const response = await sendRequest('/sitemap.xml', async () => Response.json(error, { status: 500 }))
  expect(response?.status).toBe(500)
  expect(await response?.text()).toBe('This could not be loaded. Please try again in a moment.\n')
  expect(write.mock.calls.join()).toMatch(/"path":"\/sitemap.xml"/)
  write.mockRestore()
})

test('responds with 404 for a photo whose id is none', async () => {
  const backendFetch = vi.fn<typeof fetch>()
  const response = await sendRequest(`/photo/${'-'.repeat(36)}/card.jpg`, backendFetch)
  expect(response?.status).toBe(404)
  expect(backendFetch).not.toHaveBeenCalled()
})
