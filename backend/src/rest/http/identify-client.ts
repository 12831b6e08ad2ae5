import type { Connection } from '../../http/buffered-response.ts'
import { toNetwork } from '../../http/connections/network.ts'
import type { Caller } from '../../http/tokens/caller.ts'

/**
 * Returns the client that shares the database fairly with others: the member, or else the network. The server has set
 * `X-Forwarded-For` to the address of the client. Programs with the secret key are the operator's own and trusted.
 */
export function identifyClient(
  { role, claims, scoped }: Caller,
  { headers }: Request,
  connection: Connection | undefined,
): { key: string; isTrusted: boolean } {
  if (role === 'service_role') return { key: role, isTrusted: true }
  if (scoped) return { key: scoped.memberId, isTrusted: false }
  if (typeof claims.sub === 'string') return { key: claims.sub, isTrusted: false }
  const key = toNetwork(headers.get('x-forwarded-for') ?? connection?.incoming?.socket.remoteAddress ?? '')
  return { key, isTrusted: false }
}
