import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { ChangeFeed } from './changes/change-feed.ts'
import type { Cluster, PresenceList, PresenceMeta, PresenceStore, Room } from './cluster/cluster.ts'
import type { Replay } from './cluster/replay.ts'

/** Sources of a process that shares nothing with others and receives nothing from the database. */
export interface LocalSources {
  cluster: Cluster
  changes: ChangeFeed
  replay: Replay
}

export function createLocalSources(): LocalSources {
  return {
    cluster: {
      onMessage: () => {},
      broadcast: () => {},
      presence: createLocalPresence(),
      onGap: () => {},
      close: async () => {},
    },
    changes: {
      subscribe: () => ({ replaceClaims: () => {}, close: () => {} }),
      close: async () => {},
    },
    replay: async () => [],
  }
}

interface Member {
  key: string
  meta: PresenceMeta
}

function createLocalPresence(): PresenceStore {
  const rooms = new Map<string, Map<string, Member>>()
  const listeners: Parameters<PresenceStore['onDiff']>[0][] = []
  const membersOf = (room: Room) => {
    const name = `${room.private}:${room.topic}`
    const members = rooms.get(name) ?? new Map<string, Member>()
    rooms.set(name, members)
    return members
  }
  const tell = (room: Room, joins: PresenceList, leaves: PresenceList) => {
    for (const listener of listeners) listener(room, joins, leaves)
  }
  return {
    track: (room, { id, key }, payload) => {
      const members = membersOf(room)
      const old = members.get(id)
      const { phx_ref: _ref, phx_ref_prev: _previous, ...known } = old?.meta ?? { phx_ref: '' }
      if (old && isDeepStrictEqual(known, payload)) return
      const previous = old ? { phx_ref_prev: old.meta.phx_ref } : {}
      const meta = { ...payload, phx_ref: randomBytes(9).toString('base64url'), ...previous }
      members.set(id, { key, meta })
      tell(room, { [key]: { metas: [meta] } }, old ? { [old.key]: { metas: [old.meta] } } : {})
    },
    untrack: (room, id) => {
      const members = membersOf(room)
      const member = members.get(id)
      if (!member) return
      members.delete(id)
      tell(room, {}, { [member.key]: { metas: [member.meta] } })
    },
    state: (room) => {
      const list: PresenceList = {}
      for (const { key, meta } of membersOf(room).values()) {
        const known = list[key] ?? { metas: [] }
        known.metas.push(meta)
        list[key] = known
      }
      return list
    },
    onDiff: (listener) => listeners.push(listener),
  }
}
