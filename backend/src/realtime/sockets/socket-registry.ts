import type { WebSocket } from 'ws'
import type { Peer } from '../channels/channel.ts'

/** An open socket. */
export interface LiveSocket {
  socket: WebSocket
  peer: Peer
  address: string
  /** The time of the last frame, in milliseconds. */
  heardAt: number
  /** Since when the socket has been slow; undefined while it is not. */
  slowSince: number | undefined
}

/** The open sockets of this process. */
export interface SocketRegistry {
  add(live: LiveSocket): void
  remove(live: LiveSocket): void
  all(): ReadonlySet<LiveSocket>
  count(): number
  /** Returns the number of sockets of a client address. */
  countOf(address: string): number
}

export function createSocketRegistry(): SocketRegistry {
  const sockets = new Set<LiveSocket>()
  const byAddress = new Map<string, number>()
  return {
    add: (live) => {
      sockets.add(live)
      byAddress.set(live.address, (byAddress.get(live.address) ?? 0) + 1)
    },
    remove: (live) => {
      if (!sockets.delete(live)) return
      const left = (byAddress.get(live.address) ?? 1) - 1
      if (left > 0) byAddress.set(live.address, left)
      else byAddress.delete(live.address)
    },
    all: () => sockets,
    count: () => sockets.size,
    countOf: (address) => byAddress.get(address) ?? 0,
  }
}
