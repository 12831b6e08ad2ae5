import type { Room } from '../cluster/cluster.ts'
import type { Channel, ServedRoom } from './channel.ts'

/** The rooms of this process, by topic and privacy (realtime 3). */
export interface Rooms {
  find(room: Room): ServedRoom | undefined
  /** Returns a room that {@link Rooms.leave} removes when it is empty. */
  get(room: Room): ServedRoom
  leave(channel: Channel): void
}

/** The number of members to serve before other work of the process, such as heartbeats. */
const SLICE = 1000

export function createRooms(): Rooms {
  const rooms = new Map<string, ServedRoom>()
  const toName = ({ topic, private: isPrivate }: Room) => `${isPrivate ? 'private' : 'public'}:${topic}`
  return {
    find: (room) => rooms.get(toName(room)),
    get: (room) => {
      const name = toName(room)
      const known = rooms.get(name)
      if (known) return known
      const { topic, private: isPrivate } = room
      const created: ServedRoom = {
        topic,
        private: isPrivate,
        members: new Set(),
        pendingDiffs: [],
        diffCount: 0,
        diffSentAt: 0,
        deliveries: undefined,
      }
      rooms.set(name, created)
      return created
    },
    leave: ({ room }) => {
      if (room.members.size === 0) rooms.delete(toName(room))
    },
  }
}

/** Calls back for each member, in slices for large rooms. Deliveries to one room keep their order. */
export function forEachMember(room: ServedRoom, deliver: (member: Channel) => void): void {
  if (!room.deliveries && room.members.size <= SLICE) {
    for (const member of room.members) deliver(member)
    return
  }
  const members = [...room.members]
  const serveFrom = (start: number) => {
    for (const member of members.slice(start, start + SLICE)) if (room.members.has(member)) deliver(member)
    if (start + SLICE < members.length) {
      setImmediate(serveFrom, start + SLICE)
      return
    }
    const next = room.deliveries?.shift()
    if (next) setImmediate(next)
    else room.deliveries = undefined
  }
  if (room.deliveries) {
    room.deliveries.push(() => serveFrom(0))
    return
  }
  room.deliveries = []
  serveFrom(0)
}
