import { Resolver } from 'node:dns/promises'

const TIMEOUT_MS = 1_500
const TRIES = 2
/** DNS errors that prove the absence of a record. */
const NOTHING = new Set(['ENOTFOUND', 'ENODATA'])

/**
 * Returns false when a domain certainly accepts no email: it has neither a mail server nor an address (RFC 5321 §5.1),
 * or declares that it accepts none (RFC 7505). Queries the given DNS servers, or those of the system. A DNS failure
 * counts as reachable.
 */
export async function isReachableDomain(domain: string, dnsServers: string[]): Promise<boolean> {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES })
  if (dnsServers.length > 0) resolver.setServers(dnsServers)
  const servers = await resolveRecords(resolver.resolveMx(domain))
  if (servers === 'unknown') return true
  if (servers.length > 0) return servers.some(({ exchange }) => exchange !== '' && exchange !== '.')
  const addresses = await Promise.all([
    resolveRecords(resolver.resolve4(domain)),
    resolveRecords(resolver.resolve6(domain)),
  ])
  return addresses.some((found) => found === 'unknown' || found.length > 0)
}

async function resolveRecords<Found>(query: Promise<Found[]>): Promise<Found[] | 'unknown'> {
  return query.catch((error: unknown) => {
    const isNothing = error instanceof Error && 'code' in error && NOTHING.has(String(error.code))
    return isNothing ? [] : 'unknown'
  })
}
