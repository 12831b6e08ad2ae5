import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import {
  createGuardedFetch,
  ForbiddenAddressError,
  requireAllowedAddress,
  TRUSTED,
} from '../../domain/providers/guarded-fetch.ts'

const STRICT = { allowsLoopback: false, allowsPrivate: false }

test.each([
  'http://example.org/',
  'ftp://example.org/',
  'file:///etc/passwd',
  'data:text/plain,x',
  'nonsense',
  'https://user:password@example.org/',
  'https://localhost/',
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
])('8 custom providers attack: %s is not asked', (address) => {
  expect(() => requireAllowedAddress(address, STRICT)).toThrow(ForbiddenAddressError)
})

test('8 custom providers: public addresses are asked, private ones and this machine when the settings say so', () => {
  for (const address of ['https://example.org/', 'https://93.184.216.34/', 'https://[2606:2800:220:1::1]/']) {
    expect(requireAllowedAddress(address, STRICT).href).toBe(address)
  }
  expect(requireAllowedAddress('http://localhost:3000/', { ...STRICT, allowsLoopback: true }).port).toBe('3000')
  expect(requireAllowedAddress('https://10.1.2.3/', { ...STRICT, allowsPrivate: true }).hostname).toBe('10.1.2.3')
  expect(() => requireAllowedAddress('http://10.1.2.3/', { ...STRICT, allowsPrivate: true })).toThrow('https://')
})

test('8 custom providers attack: a name is judged by what it resolves to', async () => {
  // This name is no special one as it is written; every resolver leads it to this machine (RFC 6761).
  const fetch = createGuardedFetch(STRICT)
  await expect(fetch('https://localhost./')).rejects.toThrow(/this machine|ENOTFOUND/)
})

async function startServer(answer: (path: string, response: ServerResponse) => void) {
  const server = createServer((request, response) => answer(request.url ?? '', response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, [Symbol.asyncDispose]: close }
}

test('a redirect is not followed, an answer that is too large is dropped, a slow one is given up', async () => {
  const asked: string[] = []
  await using server = await startServer((path, response) => {
    asked.push(path)
    if (path === '/redirect') response.writeHead(302, { location: '/secret' }).end()
    else if (path === '/large') response.end(Buffer.alloc(600 * 1024))
  })
  const fetch = createGuardedFetch(TRUSTED)
  expect((await fetch(`${server.url}/redirect`)).status).toBe(302)
  await expect(fetch(`${server.url}/large`)).rejects.toThrow('too large')
  await expect(fetch(`${server.url}/slow`, { signal: AbortSignal.timeout(50) })).rejects.toThrow()
  expect(asked).toEqual(['/redirect', '/large', '/slow'])
})
