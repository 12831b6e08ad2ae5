import { lookup as resolveName } from 'node:dns'
import { request } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Networks that no public host is in: our own machine, our neighbours, and what stands for them (RFC 6890). */
const PRIVATE_NETWORKS = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '::/127',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  'fc00::/7',
  'fe80::/10',
  'ff00::/8',
]
// BlockList judges ::ffff:10.0.0.1 as 10.0.0.1.
const privateAddresses = new BlockList()
for (const network of PRIVATE_NETWORKS) {
  const [address = '', prefix] = network.split('/')
  privateAddresses.addSubnet(address, Number(prefix), address.includes(':') ? 'ipv6' : 'ipv4')
}

interface FetchLimits {
  maxBytes: number
  timeoutMs: number
  /** Hosts that may be in a private network, as the operator allowed. */
  privateHosts: string[]
}

/** Whether an address is one of the public internet. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  return family !== 0 && !privateAddresses.check(address, family === 6 ? 'ipv6' : 'ipv4')
}

/**
 * Fetches a text by https from a host of the public internet. The addresses are judged as the connection is made, so that a name
 * that changes its address meanwhile gains nothing, and redirects are not followed. Throws a sentence why it failed.
 */
export async function fetchPublicText(
  address: string,
  { maxBytes, timeoutMs, privateHosts }: FetchLimits,
): Promise<string> {
  const url = new URL(address)
  if (url.protocol !== 'https:') throw new Error('the address must begin with https://')
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const mayBePrivate = privateHosts.includes(host)
  // A name is judged when it is resolved; a literal address is not resolved at all.
  if (isIP(host) !== 0 && !mayBePrivate) requirePublic(host)
  const lookup = mayBePrivate ? undefined : lookupPublic
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const signal = AbortSignal.timeout(timeoutMs)
  request(url, { ...(lookup ? { lookup } : {}), signal, agent: false }, (response) => {
    const chunks: Buffer[] = []
    let size = 0
    if (response.statusCode !== 200) {
      response.destroy()
      return reject(new Error(`the server answered with status ${response.statusCode}`))
    }
    response.on('data', (chunk: Buffer) => {
      size += chunk.length
      chunks.push(chunk)
      if (size > maxBytes) response.destroy(new Error(`the answer is larger than ${maxBytes} bytes`))
    })
    response.on('error', reject)
    response.on('end', () => resolve(Buffer.concat(chunks).toString()))
  })
    .on('error', (cause) => reject(signal.aborted ? new Error('the server took too long', { cause }) : cause))
    .end()
  return promise
}

const lookupPublic: LookupFunction = (name, options, done) => {
  resolveName(name, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, '')
    const [first] = addresses
    if (!first || !addresses.every(({ address }) => isPublicAddress(address))) {
      return done(new Error('the host is in a private network'), '')
    }
    if (options.all) return done(null, addresses)
    done(null, first.address, first.family)
  })
}

function requirePublic(address: string): void {
  if (!isPublicAddress(address)) throw new Error('the host is in a private network')
}
