import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { DEFAULT_APP_CONFIG, setAppConfig } from '../config/app-config.ts'
import { findPayloadPage, loadPayload, normalizePagePath, payloadUrl } from './payload.ts'

afterEach(() => {
  setAppConfig(DEFAULT_APP_CONFIG)
  vi.restoreAllMocks()
})

test('puts the payload beside its page, with the build in its URL (runtime 7.1)', () => {
  expect(payloadUrl('/about', 'b1')).toBe('/about/_payload.json?b1')
  setAppConfig({ ...DEFAULT_APP_CONFIG, baseUrl: '/spots/', cdnUrl: 'https://cdn.example/' })
  expect(payloadUrl('/about', 'b1')).toBe('/spots/about/_payload.json?b1')
  expect(payloadUrl('/spots/About/', 'b1')).toBe('/spots/about/_payload.json?b1')
})

test('never forms a URL of another host (runtime 7.1)', () => {
  for (const path of ['//evil.example/about', '/\\evil.example', 'https://evil.example/about']) {
    expect(new URL(payloadUrl(path, 'b1'), 'https://own.example').origin, path).toBe('https://own.example')
  }
})

test('recognises a page in every spelling of its path (runtime 7.1)', () => {
  expect(normalizePagePath('/About/')).toBe('/about')
  expect(normalizePagePath('/')).toBe('/')
  expect(findPayloadPage('/about/_payload.json')).toBe('/about')
  expect(findPayloadPage('/about')).toBeUndefined()
})

test('only logs a warning when a payload does not load (runtime 7.1)', async () => {
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
