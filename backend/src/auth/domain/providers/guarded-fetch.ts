import { lookup as lookupAddress } from 'node:dns'
import { type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Where a server-side request may go. */
export interface FetchPolicy {
  /** http besides https, and this machine itself: for development and tests. */
  allowsLoopback: boolean
  /** Addresses of private networks. */
  allowsPrivate: boolean
}

/** For addresses that the operator has written into the settings. */
export const TRUSTED: FetchPolicy = { allowsLoopback: true, allowsPrivate: true }

interface Options {
  method?: string
  headers?: Record<string, string>
  body?: string | URLSearchParams
  signal?: AbortSignal
}

/** A sign-in asks up to four times, and has to be answered itself. */
const TIMEOUT_MS = 4_000
const MAX_BYTES = 512 * 1024

const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8)
LOOPBACK.addAddress('::1', 'ipv6')
const PRIVATE = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  PRIVATE.addSubnet(network, prefix)
}
for (const [network, prefix] of [
  ['::', 128],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  PRIVATE.addSubnet(network, prefix, 'ipv6')
}

/** Thrown for an address that the policy does not allow. */
export class ForbiddenAddressError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ForbiddenAddressError'
  }
}

/** Throws unless the address may be asked as it is written; what its name resolves to is judged when it is asked. */
export function requireAllowedAddress(address: string, policy: FetchPolicy): URL {
  if (!URL.canParse(address)) throw new ForbiddenAddressError('must be a URL')
  const url = new URL(address)
  if (url.username !== '' || url.password !== '') throw new ForbiddenAddressError('must not hold a user name')
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const isLoopbackName = host === 'localhost' || host.endsWith('.localhost')
  if (isLoopbackName && !policy.allowsLoopback) throw new ForbiddenAddressError('must not lead to this machine')
  const refusal = isIP(host) === 0 ? undefined : findRefusal(host, policy)
  if (refusal) throw refusal
  const isPlain = url.protocol === 'http:' && policy.allowsLoopback
  if (url.protocol !== 'https:' && !isPlain) throw new ForbiddenAddressError('must begin with https://')
  return url
}

/** Why an IP address may not be asked; undefined when it may. */
function findRefusal(ip: string, { allowsLoopback, allowsPrivate }: FetchPolicy): Error | undefined {
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip) ?? []
  const address = mapped ?? ip
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  if (LOOPBACK.check(address, family)) {
    return allowsLoopback ? undefined : new ForbiddenAddressError('must not lead to this machine')
  }
  // An IPv4 address in hexadecimal IPv6 form is nobody's way to write a public one.
  const isPrivate = PRIVATE.check(address, family) || /^::/.test(address)
  return isPrivate && !allowsPrivate ? new ForbiddenAddressError('must not lead to a private network') : undefined
}

/** Makes a fetch that keeps to the policy at the moment of the connection: a name cannot change its mind in between. */
export function createGuardedFetch(policy: FetchPolicy) {
  const lookup: LookupFunction = (host, options, callback) => {
    lookupAddress(host, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '')
      const refusal = addresses
        .map(({ address }) => findRefusal(address, policy))
        .find((reason) => reason !== undefined)
      if (refusal) return callback(refusal, '')
      const [first] = addresses
      return options.all ? callback(null, addresses) : callback(null, first?.address ?? '', first?.family)
    })
  }
  return async (address: string, options: Options = {}): Promise<Response> => {
    const url = requireAllowedAddress(address, policy)
    const send = url.protocol === 'https:' ? requestSecure : requestPlain
    const timeout = AbortSignal.timeout(TIMEOUT_MS)
    const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout
    const { method = 'GET', headers = {} } = options
    const message = await new Promise<IncomingMessage>((resolve, reject) => {
      const request = send(url, {
        method,
        headers: { 'user-agent': 'hereabouts', ...headers },
        lookup,
        signal,
        agent: false,
      })
      request.once('response', resolve).once('error', reject)
      request.end(options.body?.toString())
    })
    return toResponse(message)
  }
}

/** Redirects are answers like any other: nobody follows them. */
async function toResponse(message: IncomingMessage): Promise<Response> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of message) {
    size += chunk.length
    if (size > MAX_BYTES) {
      message.destroy()
      throw new Error('The answer is too large.')
    }
    chunks.push(chunk)
  }
  const headers = new Headers()
  for (const [name, value] of Object.entries(message.headersDistinct)) headers.set(name, value?.join(', ') ?? '')
  const status = message.statusCode ?? 502
  const body = status === 204 || status === 304 || status < 200 ? null : Buffer.concat(chunks)
  return new Response(body, { status: Math.max(status, 200), headers })
}
