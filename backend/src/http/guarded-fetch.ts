import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns'
import { type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The allowed targets and limits of a request that the server makes on behalf of others. */
export interface FetchPolicy {
  /** Allows this machine, and plain http: for development and tests. */
  allowsLoopback: boolean
  /** Allows every address that is not part of the public internet, except this machine. */
  allowsPrivate: boolean
  /** Hosts that may have any address, as the operator allowed. */
  privateHosts?: string[]
  /** Longest response body. Default 512 KiB. */
  maxBytes?: number
  /** Time for the whole exchange. Default 4 s: a sign-in makes up to four requests. */
  timeoutMs?: number
}

/** For addresses from the operator's own settings. */
export const TRUSTED: FetchPolicy = { allowsLoopback: true, allowsPrivate: true }

interface Options {
  method?: string
  headers?: Record<string, string>
  body?: string | URLSearchParams
  signal?: AbortSignal
}

/** Resolves a name to all its addresses, as `dns.lookup` does. */
type Resolve = (
  host: string,
  options: LookupAllOptions,
  callback: (error: Error | null, addresses: LookupAddress[]) => void,
) => void

const TIMEOUT_MS = 4_000
const MAX_BYTES = 512 * 1024
/**
 * IANA has assigned global unicast addresses only here (RFC 4291): outside are ::/96, fec0::/10 and other obsolete
 * forms.
 */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

/** Thrown for an address that the policy does not allow. The message continues "The address …". */
export class ForbiddenAddressError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ForbiddenAddressError'
  }
}

/**
 * Returns the URL if it may be requested as written, else throws. The addresses of its name are checked on connecting.
 */
export function requireAllowedAddress(address: string, policy: FetchPolicy): URL {
  if (!URL.canParse(address)) throw new ForbiddenAddressError('must be a URL')
  const url = new URL(address)
  if (url.username !== '' || url.password !== '') throw new ForbiddenAddressError('must not contain a user name')
  const isPlain = url.protocol === 'http:' && policy.allowsLoopback
  if (url.protocol !== 'https:' && !isPlain) throw new ForbiddenAddressError('must begin with https://')
  const host = hostOf(url)
  if (policy.privateHosts?.includes(host)) return url
  const isLoopbackName = /(^|\.)localhost\.?$/.test(host)
  if (isLoopbackName && !policy.allowsLoopback) throw new ForbiddenAddressError('must not lead to this machine')
  if (isIP(host) !== 0) requireAllowedIp(host, policy)
  return url
}

/** Returns how far an IP address reaches, by IANA's registries of special-purpose addresses (RFC 6890). */
export function classifyIp(ip: string): 'public' | 'private' | 'loopback' {
  // `process` turns ::ffff:10.0.0.1 into 10.0.0.1.
  const address = ipaddr.process(ip)
  const range = address.range()
  // Linux connects 0.0.0.0 and :: to this machine.
  if (range === 'loopback' || range === 'unspecified') return 'loopback'
  const isUnassigned = address.kind() === 'ipv6' && !address.match(GLOBAL_UNICAST)
  return range === 'unicast' && !isUnassigned ? 'public' : 'private'
}

/**
 * Creates a fetch function that enforces the policy. The addresses of a name are checked when the connection is made,
 * and only checked addresses are used, which prevents DNS rebinding. Redirects are returned, never followed. Bodies are
 * never decompressed.
 */
export function createGuardedFetch(policy: FetchPolicy, resolve: Resolve = lookup) {
  const { maxBytes = MAX_BYTES, timeoutMs = TIMEOUT_MS } = policy
  const lookupAllowed = createLookup(policy, resolve)
  return async (
    address: string,
    { method = 'GET', headers = {}, body, ...options }: Options = {},
  ): Promise<Response> => {
    const url = requireAllowedAddress(address, policy)
    const send = url.protocol === 'https:' ? requestSecure : requestPlain
    const timeout = AbortSignal.timeout(timeoutMs)
    const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout
    const isPrivateHost = policy.privateHosts?.includes(hostOf(url)) ?? false
    const { promise, resolve: answer, reject } = Promise.withResolvers<IncomingMessage>()
    send(url, {
      method,
      headers: { 'user-agent': 'hereabouts', ...headers },
      ...(isPrivateHost ? {} : { lookup: lookupAllowed }),
      signal,
      agent: false,
    })
      .once('response', answer)
      .once('error', reject)
      .end(body?.toString())
    return promise
      .then((message) => toResponse(message, maxBytes))
      .catch((cause: unknown) => {
        throw timeout.aborted ? new Error('the server took too long', { cause }) : cause
      })
  }
}

function createLookup(policy: FetchPolicy, resolve: Resolve): LookupFunction {
  return (host, options, callback) => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '')
      try {
        for (const { address } of addresses) requireAllowedIp(address, policy)
      } catch (rejection) {
        return callback(rejection as Error, '')
      }
      const [first] = addresses
      return options.all ? callback(null, addresses) : callback(null, first?.address ?? '', first?.family)
    })
  }
}

function requireAllowedIp(ip: string, { allowsLoopback, allowsPrivate }: FetchPolicy): void {
  const reach = classifyIp(ip)
  if (reach === 'loopback' && !allowsLoopback) throw new ForbiddenAddressError('must not lead to this machine')
  if (reach === 'private' && !allowsPrivate) throw new ForbiddenAddressError('must not lead to a private network')
}

function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1')
}

async function toResponse(message: IncomingMessage, maxBytes: number): Promise<Response> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of message) {
    size += chunk.length
    if (size > maxBytes) {
      message.destroy()
      throw new Error(`the response is larger than ${maxBytes} bytes`)
    }
    chunks.push(chunk)
  }
  const headers = new Headers()
  for (const [name, value] of Object.entries(message.headersDistinct)) headers.set(name, value?.join(', ') ?? '')
  const status = message.statusCode ?? 502
  const body = status === 204 || status === 304 || status < 200 ? null : Buffer.concat(chunks)
  return new Response(body, { status: Math.max(status, 200), headers })
}
