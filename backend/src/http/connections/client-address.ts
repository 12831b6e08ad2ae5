import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

const HEADER = 'x-forwarded-for'
/** Further headers in which a proxy reports the requested URL. */
const OF_PROXIES = ['forwarded', 'x-forwarded-host', 'x-forwarded-port', 'x-forwarded-prefix', 'x-forwarded-proto']
/** Most operators run the proxy on the same machine. */
const DEFAULT_PROXIES = '127.0.0.0/8, ::1/128'

/**
 * Parses the proxies whose client addresses are trusted, a comma-separated list of addresses and networks
 * (`TRUSTED_PROXIES`). Throws an error for the operator when one is invalid.
 */
export function parseTrustedProxies(text: string = DEFAULT_PROXIES): BlockList {
  const proxies = new BlockList()
  for (const entry of text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)) {
    const [address = '', bits] = entry.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    const longest = family === 'ipv6' ? 128 : 32
    const length = Number(bits ?? longest)
    // An empty length would read as 0, which trusts everyone.
    if (!isIP(address) || bits === '' || !Number.isInteger(length) || length < 0 || length > longest)
      throw new Error(`TRUSTED_PROXIES: ${entry} is not an address or network.`)
    proxies.addSubnet(address, length, family)
  }
  return proxies
}

/**
 * Sets `X-Forwarded-For` to the real client address: claims of clients are dropped. In the chain of a trusted proxy,
 * the client is the last untrusted address. Rate limits use it. Host, protocol and path are dropped unless a trusted
 * proxy sends them.
 */
export function stampClientAddress(request: IncomingMessage, proxies: BlockList): void {
  const peer = withoutMapping(request.socket.remoteAddress ?? '')
  const claimed = String(request.headers[HEADER] ?? '')
    .split(',')
    .map((part) => withoutMapping(withoutPort(part.trim())))
  // A proxy wrote the malformed address of its client. What stands before it is only a claim of that client.
  const known = claimed.slice(claimed.findLastIndex((part) => isIP(part) === 0) + 1)
  const chain = [...known, peer]
  const client = chain.findLast((address) => !isTrusted(address, proxies)) ?? chain[0] ?? peer
  if (!isTrusted(peer, proxies)) for (const name of OF_PROXIES) setHeader(request, name, undefined)
  setHeader(request, HEADER, client)
}

/**
 * Passes the base path of the site to the services, so that the URLs they generate are correct. Overrides all other
 * claims.
 */
export function stampPrefix(request: IncomingMessage, prefix: string): void {
  setHeader(request, 'x-forwarded-prefix', prefix)
}

function setHeader(request: IncomingMessage, name: string, value: string | undefined): void {
  request.rawHeaders = withoutHeader(request.rawHeaders, name)
  delete request.headers[name]
  if (value === undefined) return
  request.headers[name] = value
  request.rawHeaders.push(name, value)
}

function isTrusted(address: string, proxies: BlockList): boolean {
  return proxies.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/** Returns an IPv4 address without the prefix of dual-stack sockets: `::ffff:192.0.2.1`. */
function withoutMapping(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}

/** Returns an address without its port, which some proxies write: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
function withoutPort(address: string): string {
  return /^\[([^\]]*)\](?::\d+)?$/.exec(address)?.[1] ?? address.replace(/^([\d.]+):\d+$/, '$1')
}

/** Names and values alternate. */
function withoutHeader(rawHeaders: string[], name: string): string[] {
  const isName = (index: number) => rawHeaders[index - (index % 2)]?.toLowerCase() === name
  return rawHeaders.filter((_, index) => !isName(index))
}
