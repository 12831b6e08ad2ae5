import type { DatabaseAddress } from '../postgres/connections/address.ts'

/** The data that a web process receives when it starts. */
export interface Placement {
  /** The embedded database. Undefined with `DATABASE_URL` and in hosted mode. */
  address?: DatabaseAddress | undefined
  /** The number of web processes. */
  processes: number
  /** False for the first process, which prints the messages for the operator at start-up. */
  isFurther: boolean
}

/** Messages of the primary process to a web process. */
export type ToProcess =
  | { kind: 'start'; placement: Placement }
  /** Accept connections on these inherited sockets too. */
  | { kind: 'listen'; descriptors: number[] }
  /** Run the recurring chores, which only one process does. */
  | { kind: 'chores' }
  /** Accept no more connections, finish those that are open, and end. */
  | { kind: 'retire' }
  /** End within a few seconds. */
  | { kind: 'end' }

/** The first message of a web process to the primary, once it can serve requests. */
export interface Ready {
  kind: 'ready'
  welcome: string
}

/** Messages of a web process to the primary. */
export type FromProcess =
  | Ready
  /** The sockets of the last `listen` accept connections. */
  | { kind: 'listening' }
