import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test, vi } from 'vitest'
import {
  classifyIp,
  createGuardedFetch,
  ForbiddenAddressError,
  requireAllowedAddress,
  TRUSTED,
} from './guarded-fetch.ts'

const STRICT = { allowsLoopback: false, allowsPrivate: false }
const DEVELOPMENT = { ...STRICT, allowsLoopback: true }
const INTRANET = { ...STRICT, allowsPrivate: true }

test.each([
  'http://example.org/',
  'ftp://example.org/',
  'file:///etc/passwd',
  'data:text/plain,x',
  'nonsense',
  'https://user:password@example.org/',
  'https://localhost/',
  'https://localhost./',
  'https://deep.localhost/',
  'https://127.0.0.1/',
  'https://127.1/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:7f00:1]/',
  'https://[::7f00:1]/',
  'https://0.0.0.0/',
  'https://10.1.2.3/',
  'https://172.16.0.1/',
  'https://192.168.1.1/',
  'https://169.254.169.254/latest/meta-data',
  'https://100.64.0.1/',
  'https://[fd00::1]/',
  'https://[fe80::1]/',
  'https://[64:ff9b::a00:1]/',
  'https://224.0.0.1/',
])('rejects %s without a request', async (address) => {
  expect(() => requireAllowedAddress(address, STRICT)).toThrow(ForbiddenAddressError)
  await expect(createGuardedFetch(STRICT)(address)).rejects.toThrow(ForbiddenAddressError)
})

test('allows public addresses, and loopback and private ones only where the policy allows them', () => {
  for (const address of ['https://example.org/', 'https://93.184.216.34/', 'https://[2606:2800:220:1::1]/']) {
    expect(requireAllowedAddress(address, STRICT).href).toBe(address)
  }
  expect(requireAllowedAddress('http://localhost:3000/', DEVELOPMENT).port).toBe('3000')
  expect(requireAllowedAddress('https://10.1.2.3/', INTRANET).hostname).toBe('10.1.2.3')
  expect(() => requireAllowedAddress('http://10.1.2.3/', INTRANET)).toThrow('https://')
  for (const address of ['https://127.0.0.1/', 'https://0.0.0.0/', 'https://[::]/', 'https://[::ffff:127.0.0.1]/']) {
    expect(() => requireAllowedAddress(address, INTRANET)).toThrow('this machine')
  }
})

test('allows any address for hosts that the operator listed, but only over https and by their exact name', () => {
  const policy = { ...STRICT, privateHosts: ['localhost', '10.0.0.7', '::1'] }
  for (const address of ['https://localhost/', 'https://10.0.0.7/', 'https://[::1]/']) {
    expect(requireAllowedAddress(address, policy).href).toBe(address)
  }
  for (const address of ['http://localhost/', 'https://10.0.0.8/', 'https://a.localhost/', 'https://localhost./']) {
    expect(() => requireAllowedAddress(address, policy)).toThrow(ForbiddenAddressError)
  }
})

test.each([
  ['loopback', ['127.0.0.1', '127.255.255.254', '::1', '::ffff:127.0.0.1', '0.0.0.0', '0.1.2.3', '::']],
  ['private', ['10.1.2.3', '172.16.0.1', '172.31.0.1', '192.168.1.1', '::ffff:10.0.0.1', '100.64.0.1', 'fd12::1']],
  ['link-local', ['169.254.169.254', 'fe80::1', 'fe80::1%1', 'fec0::1']],
  ['documentation', ['192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1']],
  ['protocol and benchmarking', ['192.0.0.1', '198.18.0.1', '198.19.255.255', '2001:2::1', '100::1', '5f00::1']],
  ['multicast and reserved', ['224.0.0.1', '239.1.1.1', '240.0.0.1', '255.255.255.255', 'ff02::1']],
  ['embedded IPv4', ['64:ff9b::7f00:1', '64:ff9b:1::a00:1', '2002:7f00:1::', '2001::1', '::7f00:1', '::ffff:0:a00:1']],
  ['anycast and overlay', ['192.88.99.1', '192.31.196.1', '192.52.193.1', '2001:10::1', '2001:20::1', '2001:30::1']],
  ['unassigned', ['1::1', '4000::1', 'e000::1']],
])('classifies %s addresses as not public', (_kind, addresses) => {
  expect(addresses.filter((address) => classifyIp(address) === 'public')).toEqual([])
})

test('classifies internet addresses as public, up to the boundaries of the special ranges', () => {
  const addresses = [
    '93.184.215.14',
    '172.15.255.255',
    '172.32.0.1',
    '100.63.255.255',
    '100.128.0.0',
    '11.0.0.0',
    '1.0.0.0',
  ]
  const addresses6 = ['2606:2800:21f:cb07:6820:80da:af6b:8b2c', '2001:200::1', '2001:4860:4860::8888', '::ffff:8.8.8.8']
  expect([...addresses, ...addresses6].filter((address) => classifyIp(address) !== 'public')).toEqual([])
})

test('checks every address of a name when it connects, and again on the next request', async () => {
  const responses = [['93.184.216.34', '127.0.0.1'], ['10.0.0.1'], ['::1'], ['169.254.169.254', '93.184.216.34']]
  const requested: string[] = []
  const fetch = createGuardedFetch(STRICT, (host, _options, callback) => {
    requested.push(host)
    const addresses = responses.shift() ?? []
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  })
  for (const _request of [...responses])
    await expect(fetch('https://example.org/')).rejects.toThrow(ForbiddenAddressError)
  expect(requested).toEqual(Array.from({ length: 4 }, () => 'example.org'))
})

test('connects to exactly the address that was checked', async () => {
  await using server = await startServer((_path, response) => void response.end('here'))
  const resolve = vi.fn((_host, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]))
  const fetch = createGuardedFetch(DEVELOPMENT, resolve)
  expect(await (await fetch(`http://rebinding.example:${server.port}/`)).text()).toBe('here')
  expect(resolve).toHaveBeenCalledTimes(1)
})

test('returns redirects, and rejects large bodies and slow servers', async () => {
  const requested: string[] = []
  const caller = new AbortController()
  await using server = await startServer((path, response) => {
    requested.push(path)
    if (path === '/slow') caller.abort()
    if (path === '/redirect') response.writeHead(302, { location: '/secret' }).end()
    else if (path === '/large') response.end(Buffer.alloc(600 * 1024))
    else if (path === '/stalls') response.write('a beginning')
  })
  const fetch = createGuardedFetch(TRUSTED)
  const redirect = await fetch(`${server.url}/redirect`)
  expect([redirect.status, redirect.headers.get('location')]).toEqual([302, '/secret'])
  await expect(fetch(`${server.url}/large`)).rejects.toThrow('larger than 524288 bytes')
  await expect(fetch(`${server.url}/slow`, { signal: caller.signal })).rejects.toThrow()
  const impatient = createGuardedFetch({ ...TRUSTED, timeoutMs: 500 })
  await expect(impatient(`${server.url}/silent`)).rejects.toThrow('took too long')
  await expect(impatient(`${server.url}/stalls`)).rejects.toThrow('took too long')
  expect(requested).toEqual(['/redirect', '/large', '/slow', '/silent', '/stalls'])
})

async function startServer(handle: (path: string, response: ServerResponse) => void) {
  const server = createServer((request, response) => handle(request.url ?? '', response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { port, url: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: close }
}
