import { lookup } from 'node:dns/promises'
import { request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import ipaddr from 'ipaddr.js'

/** Global unicast addresses are assigned only here (RFC 4291). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')
const TIMEOUT_MS = 10_000

interface Post {
  headers: Record<string, string>
  body: string
  /** Hosts that the operator allows at any address, and over HTTP. */
  allowedHosts: string[]
}

/**
 * Sends a POST and returns the status. The host must resolve to public addresses only, and the connection uses exactly
 * those, which prevents DNS rebinding. Redirects are not followed.
 */
export async function postGuarded(address: string, { headers, body, allowedHosts }: Post): Promise<number> {
  const url = new URL(address)
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const isAllowed = allowedHosts.includes(url.host)
  if (url.protocol !== 'https:' && !isAllowed) throw new Error('The URL must begin with https://.')
  const addresses = await lookup(host, { all: true })
  if (!isAllowed && !addresses.every(({ address: each }) => isPublic(each))) {
    throw new Error('The host has an address that is not part of the public internet.')
  }
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const send = url.protocol === 'https:' ? requestSecure : requestPlain
  const [first] = addresses
  send(url, {
    method: 'POST',
    headers: { ...headers, 'content-length': String(new TextEncoder().encode(body).byteLength) },
    agent: false,
    signal: AbortSignal.timeout(TIMEOUT_MS),
    lookup: (_host, options, callback) => {
      if (options.all) callback(null, addresses)
      else callback(null, first?.address ?? '', first?.family)
    },
  })
    .once('response', (response) => {
      resolve(response.statusCode ?? 0)
      response.destroy()
    })
    .once('error', reject)
    .end(body)
  return promise
}

function isPublic(ip: string): boolean {
  // `process` turns ::ffff:10.0.0.1 into 10.0.0.1.
  const address = ipaddr.process(ip)
  return address.range() === 'unicast' && (address.kind() === 'ipv4' || address.match(GLOBAL_UNICAST))
}
