import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { PresenceList, PresenceMeta, PresenceStore, Room } from './cluster.ts'

/** One presence: of a channel join `id` on a process `node`. */
export interface Member {
  id: string
  key: string
  node: string
  meta: PresenceMeta
}

/** Joins and leaves of one room. */
export interface PresenceChange {
  room: Room
  joins: Member[]
  leaves: Member[]
}

/** The presences of all processes in memory. */
export interface PresenceMemory extends PresenceStore {
  /** Applies what another process announced. Members that are known already are skipped. */
  apply(room: Room, joins: Member[], leaves: string[]): void
  /** Members of this process. */
  listOwn(): { room: Room; member: Member }[]
  listRemote(): { room: Room; member: Member }[]
  /** Removes the members whose processes have ended. */
  removeNodes(isGone: (node: string) => boolean): void
}

/** Creates the store of the process `node`. `onOwnChange` receives the changes for other processes. */
export function createPresenceMemory(node: string, onOwnChange: (change: PresenceChange) => void): PresenceMemory {
  const rooms = new Map<string, { room: Room; members: Map<string, Member> }>()
  const listeners: Parameters<PresenceStore['onDiff']>[0][] = []

  const nameOf = (room: Room) => `${room.private ? 'private' : 'public'}:${room.topic}`
  const openRoom = (room: Room) => {
    const name = nameOf(room)
    const known = rooms.get(name) ?? { room: { topic: room.topic, private: room.private }, members: new Map() }
    rooms.set(name, known)
    return known
  }
  const change = (room: Room, joins: Member[], leaves: Member[]): void => {
    if (joins.length === 0 && leaves.length === 0) return
    const { members } = openRoom(room)
    for (const { id } of leaves) members.delete(id)
    for (const member of joins) members.set(member.id, member)
    if (members.size === 0) rooms.delete(nameOf(room))
    for (const listener of listeners) listener(room, toList(joins), toList(leaves))
  }
  const changeOwn = (room: Room, joins: Member[], leaves: Member[]) => {
    change(room, joins, leaves)
    onOwnChange({ room: { topic: room.topic, private: room.private }, joins, leaves })
  }
  const find = (room: Room, id: string) => rooms.get(nameOf(room))?.members.get(id)
  const list = (isWanted: (member: Member) => boolean) =>
    [...rooms.values()].flatMap(({ room, members }) =>
      [...members.values()].filter(isWanted).map((member) => ({ room, member })),
    )

  return {
    track: (room, { id, key }, payload) => {
      const old = find(room, id)
      if (old && isSamePayload(old.meta, payload)) return
      const previous = old ? { phx_ref_prev: old.meta.phx_ref } : {}
      const meta = { ...payload, phx_ref: randomBytes(9).toString('base64url'), ...previous }
      changeOwn(room, [{ id, key, node, meta }], old ? [old] : [])
    },
    untrack: (room, id) => {
      const old = find(room, id)
      if (old) changeOwn(room, [], [old])
    },
    state: (room) => toList([...(rooms.get(nameOf(room))?.members.values() ?? [])]),
    onDiff: (listener) => {
      listeners.push(listener)
    },
    apply: (room, joins, leaves) => {
      const fresh = joins.filter(({ id, meta }) => find(room, id)?.meta.phx_ref !== meta.phx_ref)
      const gone = [...leaves, ...fresh.map(({ id }) => id)].flatMap((id) => find(room, id) ?? [])
      change(room, fresh, [...new Set(gone)])
    },
    listOwn: () => list((member) => member.node === node),
    listRemote: () => list((member) => member.node !== node),
    removeNodes: (isGone) => {
      for (const { room, members } of [...rooms.values()]) {
        change(
          room,
          [],
          [...members.values()].filter((member) => member.node !== node && isGone(member.node)),
        )
      }
    },
  }
}

function isSamePayload({ phx_ref, phx_ref_prev, ...known }: PresenceMeta, payload: Record<string, unknown>): boolean {
  return isDeepStrictEqual(known, payload)
}

function toList(members: Member[]): PresenceList {
  const metas = new Map<string, PresenceMeta[]>()
  for (const { key, meta } of members) metas.set(key, [...(metas.get(key) ?? []), meta])
  return Object.fromEntries([...metas].map(([key, list]) => [key, { metas: list }]))
}
