import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

const HEADER = 'x-forwarded-for'
/** What else a proxy says of the address that it was asked under. */
const OF_PROXIES = ['forwarded', 'x-forwarded-host', 'x-forwarded-port', 'x-forwarded-prefix', 'x-forwarded-proto']
/** A proxy on the same machine is what most operators have. */
const DEFAULT_PROXIES = '127.0.0.0/8, ::1/128'
/** The outbox is for whoever sits at this machine: it looks whether a proxy stands between, at the headers as they came. */
const OUTBOX = /^(?:\/auth\/v1)?\/outbox(?:\?|$)/

/**
 * The proxies whose word on the client's address counts, from a comma list of addresses and networks (`TRUSTED_PROXIES`).
 * Throws a sentence when one cannot be read.
 */
export function parseTrustedProxies(text: string = DEFAULT_PROXIES): BlockList {
  const proxies = new BlockList()
  for (const entry of text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)) {
    const [address = '', bits] = entry.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    const length = Number(bits ?? (family === 'ipv6' ? 128 : 32))
    if (!isIP(address) || !Number.isInteger(length))
      throw new Error(`TRUSTED_PROXIES: ${entry} is no address or network.`)
    proxies.addSubnet(address, length, family)
  }
  return proxies
}

/**
 * Makes `X-Forwarded-For` say who really asks: what clients claim of themselves is dropped, and of a trusted proxy's chain the
 * last address counts that is no trusted proxy. Rate limits go by it. What is said of host, protocol and path is dropped unless a trusted
 * proxy says it.
 */
export function stampClientAddress(request: IncomingMessage, proxies: BlockList): void {
  if (OUTBOX.test(request.url ?? '')) return
  const peer = withoutMapping(request.socket.remoteAddress ?? '')
  const claimed = String(request.headers[HEADER] ?? '')
    .split(',')
    .map((part) => withoutMapping(part.trim()))
    .filter((part) => isIP(part) !== 0)
  const chain = [...claimed, peer]
  const client = chain.findLast((address) => !isTrusted(address, proxies)) ?? chain[0] ?? peer
  if (!isTrusted(peer, proxies)) for (const name of OF_PROXIES) setHeader(request, name, undefined)
  setHeader(request, HEADER, client)
}

/**
 * Tells the services below which path the site lives, so that the addresses they make lead back to it. In place of what anybody else
 * says of it.
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

/** An IPv4 address as a dual socket shows it: `::ffff:192.0.2.1`. */
function withoutMapping(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}

/** Names and values stand in turn. */
function withoutHeader(rawHeaders: string[], name: string): string[] {
  const isName = (index: number) => rawHeaders[index - (index % 2)]?.toLowerCase() === name
  return rawHeaders.filter((_, index) => !isName(index))
}
