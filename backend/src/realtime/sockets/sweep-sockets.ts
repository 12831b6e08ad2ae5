import type { Identity } from '../authorization/verify-token.ts'
import { checkChannels } from '../channels/check-channels.ts'
import { endChannel } from '../channels/close-channel.ts'
import type { Hub } from '../channels/hub.ts'
import { logFailure } from '../channels/log-failure.ts'
import { CLOSE_CODES, userBanned } from '../errors.ts'
import { endRevokedApps } from './end-revoked-apps.ts'
import type { LiveSocket, SocketRegistry } from './socket-registry.ts'

const SWEEP_INTERVAL_MS = 1_000
const BAN_CHECK_INTERVAL_MS = 10_000
const IDLE_MS = 60_000
const EMPTY_MS = 600_000
/** A socket with a larger backlog for {@link SLOW_MS} is closed (realtime 13). */
const SLOW_BYTES = 4 * 1024 * 1024
const SLOW_MS = 5_000

/**
 * Checks all sockets every second: idle and slow ones, expired tokens, banned accounts and disconnected apps. Returns a
 * function to stop.
 */
export function startSweep(hub: Hub, registry: SocketRegistry): () => void {
  const sweep = setInterval(() => {
    const now = Date.now()
    for (const live of registry.all()) checkSocket(hub, live, now)
  }, SWEEP_INTERVAL_MS)
  const bans = setInterval(() => {
    void closeBanned(hub, registry).catch((error: unknown) => {
      logFailure(hub, 'banned accounts of realtime could not be checked', { error })
    })
    void endRevokedApps(hub, registry)
    hub.meters.joins.prune()
    hub.meters.posts.prune()
  }, BAN_CHECK_INTERVAL_MS)
  sweep.unref()
  bans.unref()
  return () => {
    clearInterval(sweep)
    clearInterval(bans)
  }
}

function checkSocket(hub: Hub, live: LiveSocket, now: number): void {
  const { socket, peer } = live
  if (!peer.isOpen()) {
    // A peer that does not respond to the close frame of a slow socket would keep its backlog in memory.
    if (live.slowSince !== undefined && now - live.slowSince > 2 * SLOW_MS) socket.terminate()
    return
  }
  live.slowSince = socket.bufferedAmount > SLOW_BYTES ? (live.slowSince ?? now) : undefined
  if (live.slowSince !== undefined && now - live.slowSince >= SLOW_MS) {
    peer.close(CLOSE_CODES.slow, 'Too slow')
    return
  }
  if (now - live.heardAt >= IDLE_MS) {
    peer.close(CLOSE_CODES.idle, 'Idle')
    return
  }
  if (peer.channels.size === 0 && peer.joining === 0 && now - peer.emptySince >= EMPTY_MS) {
    peer.close(CLOSE_CODES.idle, 'No channels')
    return
  }
  checkChannels(hub, peer, now)
}

/** Ends the channels and sockets of accounts that have been banned or deleted since they joined. */
export async function closeBanned(hub: Hub, registry: SocketRegistry): Promise<void> {
  const banned = await hub.bans.list([...registry.all()].flatMap(listIdentities))
  if (banned.size === 0) return
  for (const live of registry.all()) {
    const subjects = listIdentities(live).map(({ claims }) => claims.sub?.toLowerCase())
    if (!subjects.some((subject) => subject !== undefined && banned.has(subject))) continue
    for (const channel of [...live.peer.channels.values()]) endChannel(hub, channel, userBanned().message)
    live.peer.close(CLOSE_CODES.banned, userBanned().message)
  }
}

function listIdentities({ peer }: LiveSocket): Identity[] {
  return [peer.identity, ...[...peer.channels.values()].map(({ identity }) => identity)]
}
