/** A room: a private and a public channel of the same name are two rooms (realtime 3). */
export interface Room {
  topic: string
  private: boolean
}

/** A broadcast to a room. `meta` is set for rows of `realtime.messages`. */
export interface RoomMessage extends Room {
  event: string
  /** JSON, or bytes for a binary payload. */
  payload: unknown | Uint8Array
  /** Other fields of a text broadcast, which are passed on. */
  extra?: Record<string, unknown> | undefined
  meta?: { id: string; replayed?: true }
}

/** The metas of each key, as `presence_state` and `presence_diff` send them (realtime 5). */
export type PresenceList = Record<string, { metas: PresenceMeta[] }>

export interface PresenceMeta {
  phx_ref: string
  phx_ref_prev?: string
  [name: string]: unknown
}

/** The presences of all processes. Calls are served from memory. */
export interface PresenceStore {
  /** Sets the presence of one channel join. `id` is unique to the join. An equal payload changes nothing. */
  track(room: Room, member: { id: string; key: string }, payload: Record<string, unknown>): void
  untrack(room: Room, id: string): void
  state(room: Room): PresenceList
  /** Receives the joins and leaves of a room, in the order in which they apply to its state. */
  onDiff(listener: (room: Room, joins: PresenceList, leaves: PresenceList) => void): void
}

/** Other processes and the database as sources of messages. */
export interface Cluster {
  /** Receives committed rows of `realtime.messages` and broadcasts of other processes. */
  onMessage(listener: (message: RoomMessage) => void): void
  /** Settles once the messages of other processes arrive and their presences are loaded, or could not be. */
  whenJoined(): Promise<void>
  /** Sends a broadcast to the other processes. Does nothing if there can be none. */
  broadcast(message: RoomMessage): void
  presence: PresenceStore
  /** Calls back after changes and messages may have been lost. */
  onGap(listener: () => void): void
  close(): Promise<void>
}
