import { randomUUID } from 'node:crypto'
import type { Log } from '../../http/log.ts'
import type { Database } from '../../postgres/database.ts'
import type { ChangeSource } from '../stream/change-source.ts'
import { type Envelope, parseEnvelope, renderBroadcast, renderEnvelope } from './bus-message.ts'
import type { Cluster, Room, RoomMessage } from './cluster.ts'
import { createNodes } from './nodes.ts'
import { createOutgoing } from './outgoing.ts'
import { createPresenceMemory, type PresenceChange } from './presence-store.ts'
import { createPresenceTable } from './presence-table.ts'
import { countPayloadBytes, findDatabaseMessage, isMessagesTable, toRoomMessage } from './stored-messages.ts'

export interface ClusterOptions {
  source: ChangeSource
  connect: Database['connect']
  /** True if no other process can use the database. Nothing is sent to others then. */
  isAlone: boolean
  /** Messages of the database with a larger payload are dropped. */
  maxPayloadBytes: number
  log: Log
}

/** Joins this process to the others that use the database. */
export function createCluster({ source, connect, isAlone, maxPayloadBytes, log }: ClusterOptions): Cluster {
  const node = randomUUID()
  const sql = connect('supabase_realtime_admin', { max: 2 })
  const outgoing = createOutgoing({ sql, source, log })
  const messageListeners: ((message: RoomMessage) => void)[] = []
  const gapListeners: (() => void)[] = []
  let isClosed = false

  // Messages are sent even when no other process is known, because one that registers a moment later would miss them.
  const share = (render: () => Buffer) => {
    if (!isAlone) outgoing.send(render())
  }
  const shareChange = ({ room, joins, leaves }: PresenceChange) => {
    for (const { id } of leaves) outgoing.write(room, id, null)
    for (const member of joins) outgoing.write(room, member.id, member)
    const message = {
      kind: 'presence' as const,
      ...room,
      joins: joins.map(({ id, key, meta }) => ({ id, key, meta })),
      leaves: leaves.map(({ id }) => id),
    }
    share(() => renderEnvelope(node, message))
  }
  const memory = createPresenceMemory(node, shareChange)
  const table = createPresenceTable(sql, node, memory)
  const nodes = createNodes({
    sql,
    node,
    log,
    onSwept: (isGone) => memory.removeNodes(isGone),
    onRegistered: () => {
      for (const { room, member } of memory.listOwn()) shareChange({ room, joins: [member], leaves: [] })
    },
  })
  const reportFailure = (error: unknown) => {
    if (!isClosed) log.warn('the presences of other processes could not be read', { error })
  }
  /** Requests the presences of other processes and reads the table. It is read again after each of them has replied. */
  const joinCluster = async () => {
    await source.whenLive()
    await nodes.beat()
    share(() => renderEnvelope(node, { kind: 'hello' }))
    await table.load()
  }
  const sendWelcome = async () => {
    await outgoing.flush()
    share(() => renderEnvelope(node, { kind: 'welcome' }))
  }
  const deliver = (message: RoomMessage) => {
    for (const listener of messageListeners) listener(message)
  }
  const receive = ({ node: sender, message, bytes }: Envelope) => {
    if (message.kind === 'bye') {
      nodes.forget(sender)
      memory.removeNodes((name) => name === sender)
      return
    }
    nodes.notice(sender)
    if (message.kind === 'hello') sendWelcome().catch(reportFailure)
    else if (message.kind === 'welcome') table.load().catch(reportFailure)
    else if (message.kind === 'broadcast') {
      const { topic, event, payload, extra, isBinary } = message
      deliver({ topic, private: message.private, event, payload: isBinary ? bytes : payload, extra })
    } else {
      const room: Room = { topic: message.topic, private: message.private }
      table.touch(room, [...message.joins.map(({ id }) => id), ...message.leaves])
      memory.apply(
        room,
        message.joins.map((member) => ({ ...member, node: sender })),
        message.leaves,
      )
    }
  }

  source.subscribe({
    wants: isMessagesTable,
    onRow: (row) => {
      const stored = findDatabaseMessage(row)
      if (!stored) return undefined
      const bytes = countPayloadBytes(stored)
      if (bytes <= maxPayloadBytes) deliver(toRoomMessage(stored))
      else log.warn('a message of the database was too large and was dropped', { topic: stored.topic, bytes })
      return undefined
    },
    onMessage: (content) => {
      const envelope = parseEnvelope(content)
      if (envelope && envelope.node !== node && !isClosed) receive(envelope)
    },
    onGap: () => {
      for (const listener of gapListeners) listener()
      joinCluster().catch(reportFailure)
    },
  })
  const joined = joinCluster().catch(reportFailure)

  return {
    whenJoined: () => joined,
    onMessage: (listener) => {
      messageListeners.push(listener)
    },
    broadcast: (message) => {
      share(() => renderBroadcast(node, message))
    },
    presence: memory,
    onGap: (listener) => {
      gapListeners.push(listener)
    },
    close: async () => {
      isClosed = true
      share(() => renderEnvelope(node, { kind: 'bye' }))
      await outgoing.close()
      await nodes.close().catch(() => {})
      await sql.end()
    },
  }
}
