import type { Identity } from '../authorization/verify-token.ts'
import { endChannel } from '../channels/close-channel.ts'
import type { Hub } from '../channels/hub.ts'
import { CLOSE_CODES, RealtimeError, tokenExpired } from '../errors.ts'
import type { SocketRegistry } from './socket-registry.ts'

/**
 * Ends the channels and sockets of connected apps that their members have disconnected since. Ends nothing while the
 * database does not respond, because clients do not rejoin a channel that the server has ended.
 */
export async function endRevokedApps(hub: Hub, registry: SocketRegistry): Promise<void> {
  const isRevoked = async ({ claims, token }: Identity): Promise<boolean> =>
    claims.client_id !== undefined &&
    token !== undefined &&
    (await hub.verifyToken(token).then(
      () => false,
      (error: unknown) => error instanceof RealtimeError && error.status < 500,
    ))
  for (const { peer } of [...registry.all()]) {
    const { message } = tokenExpired(Date.now() / 1000, Date.now())
    for (const channel of [...peer.channels.values()]) {
      if (await isRevoked(channel.identity)) endChannel(hub, channel, message)
    }
    if (await isRevoked(peer.identity)) peer.close(CLOSE_CODES.banned, message)
  }
}
