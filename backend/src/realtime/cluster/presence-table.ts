import type { Sql } from '../../postgres/statements/sql.ts'
import type { Room } from './cluster.ts'
import type { Member, PresenceMemory } from './presence-store.ts'

/** Makes the copy of other processes' presences in memory equal to the table. */
export interface PresenceTable {
  load(): Promise<void>
  /** Rooms and ids that a message has changed must not be overwritten by an older state of the table. */
  touch(room: Room, ids: string[]): void
}

type Row = Room & Member

export function createPresenceTable(sql: Sql, node: string, memory: PresenceMemory): PresenceTable {
  const loads = new Set<Set<string>>()
  const nameOf = (room: Room, id: string) => JSON.stringify([room.topic, room.private, id])

  return {
    load: async () => {
      const touched = new Set<string>()
      loads.add(touched)
      try {
        const rows = await sql<Row[]>`
          select topic, private, id, node, key, meta from realtime.presences where node <> ${node}`
        const stored = new Set(rows.map((row) => nameOf(row, row.id)))
        for (const { topic, private: isPrivate, ...member } of rows) {
          const room = { topic, private: isPrivate }
          if (!touched.has(nameOf(room, member.id))) memory.apply(room, [member], [])
        }
        for (const { room, member } of memory.listRemote()) {
          const name = nameOf(room, member.id)
          if (!stored.has(name) && !touched.has(name)) memory.apply(room, [], [member.id])
        }
      } finally {
        loads.delete(touched)
      }
    },
    touch: (room, ids) => {
      for (const touched of loads) for (const id of ids) touched.add(nameOf(room, id))
    },
  }
}
