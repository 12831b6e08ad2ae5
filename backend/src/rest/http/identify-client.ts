import type { Connection } from '../../http/answer.ts'
import type { Caller } from '../../http/caller.ts'
import { toNetwork } from '../../http/network.ts'

/**
 * Returns the client that shares the database fairly with others: the member, or else the network. The server has set
 * `X-Forwarded-For` to the address of the client.
 */
export function identifyClient({ claims }: Caller, { headers }: Request, connection: Connection | undefined): string {
  if (typeof claims.sub === 'string') return claims.sub
  return toNetwork(headers.get('x-forwarded-for') ?? connection?.incoming?.socket.remoteAddress ?? '')
}
