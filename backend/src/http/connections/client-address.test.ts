import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { parseTrustedProxies, stampClientAddress, stampPrefix } from './client-address.ts'

function stamp(peer: string, claimed: string | undefined, proxies?: string): string {
  const socket = new Socket()
  Object.defineProperty(socket, 'remoteAddress', { value: peer })
  const request = new IncomingMessage(socket)
  if (claimed !== undefined) {
    request.headers['x-forwarded-for'] = claimed
    request.rawHeaders = ['Host', 'here', 'X-Forwarded-For', claimed]
  }
  stampClientAddress(request, parseTrustedProxies(proxies))
  const raw = request.rawHeaders.flatMap((name, index, all) =>
    index % 2 === 0 && name.toLowerCase() === 'x-forwarded-for' ? [all[index + 1]] : [],
  )
  expect(raw).toEqual([request.headers['x-forwarded-for']])
  return String(request.headers['x-forwarded-for'])
}

test('drops the address that a client claims', () => {
  expect(stamp('203.0.113.9', '198.51.100.1')).toBe('203.0.113.9')
  expect(stamp('203.0.113.9', undefined)).toBe('203.0.113.9')
})

test('trusts a proxy on this machine, but not the addresses that a client claims', () => {
  expect(stamp('127.0.0.1', '203.0.113.9')).toBe('203.0.113.9')
  expect(stamp('::1', '198.51.100.1, 203.0.113.9')).toBe('203.0.113.9')
  expect(stamp('::ffff:127.0.0.1', '203.0.113.9')).toBe('203.0.113.9')
})

test('trusts other proxies when they are listed', () => {
  expect(stamp('10.0.0.2', '203.0.113.9', '10.0.0.0/8')).toBe('203.0.113.9')
  expect(stamp('10.0.0.2', '203.0.113.9, 10.0.0.7', '10.0.0.0/8')).toBe('203.0.113.9')
})

test('ignores malformed addresses in the header', () => {
  expect(stamp('127.0.0.1', 'unknown, <script>')).toBe('127.0.0.1')
})

test('reads the addresses of proxies that write the port of their client', () => {
  expect(stamp('127.0.0.1', '203.0.113.9:4711')).toBe('203.0.113.9')
  expect(stamp('127.0.0.1', '198.51.100.1, 203.0.113.9:4711')).toBe('203.0.113.9')
  expect(stamp('127.0.0.1', '198.51.100.1, [2001:db8::9]:4711')).toBe('2001:db8::9')
})

test('does not trust what a client claims before an address that is malformed', () => {
  expect(stamp('127.0.0.1', '198.51.100.1, unknown')).toBe('127.0.0.1')
  expect(stamp('10.0.0.2', '198.51.100.1, unknown, 10.0.0.7', '10.0.0.0/8')).toBe('10.0.0.7')
})

test('rejects a setting that is not a network, and reports its name', () => {
  for (const wrong of ['proxy.example', '10.0.0.1/', '10.0.0.0/x', '10.0.0.0/33', '10.0.0.0/-1', 'fd00::/129'])
    expect(() => parseTrustedProxies(wrong)).toThrow(`TRUSTED_PROXIES: ${wrong}`)
})

/** Returns the headers of a request from this peer after stamping. */
function listHeaders(peer: string, rawHeaders: string[], prefix?: string): Record<string, string> {
  const socket = new Socket()
  Object.defineProperty(socket, 'remoteAddress', { value: peer })
  const request = new IncomingMessage(socket)
  request.rawHeaders = rawHeaders
  stampClientAddress(request, parseTrustedProxies())
  if (prefix) stampPrefix(request, prefix)
  return Object.fromEntries(
    request.rawHeaders.flatMap((name, index, all) =>
      index % 2 === 0 ? [[name.toLowerCase(), all[index + 1] ?? '']] : [],
    ),
  )
}

test('accepts host, protocol and path only from a trusted proxy', () => {
  const claimed = ['X-Forwarded-Host', 'evil.example', 'X-Forwarded-Proto', 'https', 'Forwarded', 'host=evil.example']
  expect(listHeaders('203.0.113.9', claimed)).toEqual({ 'x-forwarded-for': '203.0.113.9' })
  expect(listHeaders('127.0.0.1', claimed)).toMatchObject({
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
  })
})

test('overrides the base path that a client claims', () => {
  const claimed = ['X-Forwarded-Prefix', '/elsewhere', 'x-forwarded-prefix', '/twice']
  expect(listHeaders('127.0.0.1', claimed, '/spots')['x-forwarded-prefix']).toBe('/spots')
})
