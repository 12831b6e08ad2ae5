import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { DEFAULT_APP_CONFIG, setAppConfig } from '../app-config.ts'
import { findPayloadPage, loadPayload, normalizePagePath, payloadUrl } from './payload.ts'

afterEach(() => {
  setAppConfig(DEFAULT_APP_CONFIG)
  vi.restoreAllMocks()
})

test('7.1 the payload of a page lies beside it and names its build', () => {
  expect(payloadUrl('/about', 'b1')).toBe('/about/_payload.json?b1')
  setAppConfig({ ...DEFAULT_APP_CONFIG, baseUrl: '/spots/', cdnUrl: 'https://cdn.example/' })
  expect(payloadUrl('/about', 'b1')).toBe('/spots/about/_payload.json?b1')
  expect(payloadUrl('/spots/About/', 'b1')).toBe('/spots/about/_payload.json?b1')
})

test('7.1 no path makes an address of another host', () => {
  for (const path of ['//evil.example/about', '/\\evil.example', 'https://evil.example/about']) {
    expect(new URL(payloadUrl(path, 'b1'), 'https://own.example').origin, path).toBe('https://own.example')
  }
})

test('7.1 a page is known by its path in any spelling', () => {
  expect(normalizePagePath('/About/')).toBe('/about')
  expect(normalizePagePath('/')).toBe('/')
  expect(findPayloadPage('/about/_payload.json')).toBe('/about')
  expect(findPayloadPage('/about')).toBeUndefined()
})

test('7.1 a payload that cannot be had is warned of and nothing else', async () => {
  const server = createServer((_request, response) => response.writeHead(404).end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  vi.stubGlobal('fetch', (url: string) => realFetch(origin + url))
  onTestFinished(() => void vi.unstubAllGlobals())
  const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined)
  expect(await loadPayload('/about', 'b1')).toBeUndefined()
  expect(warn.mock.calls[0]?.[0]).toBe('The payload /about/_payload.json?b1 could not be loaded.')
})

const realFetch = fetch
