import { createRateMeter } from '../kernel/rate-meter.ts'
import type { Peer, Shared } from './channel.ts'
import type { Hub } from './hub.ts'

/**
 * Counts a message of a socket. Returns true when the process handles too many messages and this socket has more than
 * its share, so that one client cannot stop the messages of others.
 */
export function exceedsShare({ meters, settings, counters }: Hub, peer: Peer, kind: Shared): boolean {
  peer.meters[kind] ??= createRateMeter()
  const own = peer.meters[kind]
  own.add()
  const [total, perSecond] =
    kind === 'presence'
      ? [meters.presence, settings.maxPresenceMessagesPerSecond]
      : [meters.messages, settings.maxMessagesPerSecond]
  return total.exceeds(perSecond) && own.exceeds(perSecond / Math.max(1, counters.connections) / 2)
}
