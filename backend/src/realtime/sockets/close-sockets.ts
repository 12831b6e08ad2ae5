import { setTimeout as sleep } from 'node:timers/promises'
import { CLOSE_CODES } from '../errors.ts'
import type { SocketRegistry } from './socket-registry.ts'

const SLICES = 20
const SLICE_INTERVAL_MS = 100
/** Smaller numbers of sockets are closed at once. */
const MIN_SLICE = 50
const CLOSE_TIMEOUT_MS = 1_000
const POLL_MS = 10

/** Closes all sockets with 1012, in slices so that their clients do not reconnect at the same moment (realtime 13). */
export async function closeSockets(registry: SocketRegistry): Promise<void> {
  const all = [...registry.all()]
  const size = Math.max(MIN_SLICE, Math.ceil(all.length / SLICES))
  for (let start = 0; start < all.length; start += size) {
    if (start > 0) await sleep(SLICE_INTERVAL_MS)
    for (const { peer } of all.slice(start, start + size)) peer.close(CLOSE_CODES.restart, 'Restart')
  }
  const late = Date.now() + CLOSE_TIMEOUT_MS
  while (registry.count() > 0 && Date.now() < late) await sleep(POLL_MS)
  for (const { socket } of registry.all()) socket.terminate()
}
