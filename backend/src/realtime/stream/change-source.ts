import type { Queries } from '../../postgres/statements/queries.ts'
import type { Relation, RowMessage } from './messages.ts'

/** The transaction of a change. */
export interface Commit {
  time: Date
  /**
   * The lower 32 bits of its id. Others see its rows a moment after the stream has sent it. Undefined when they see it
   * already.
   */
  xid?: number
}

/** Receives the changes that the database commits, in commit order. */
export interface Consumer {
  /** Skips the rows of relations without subscribers, which are then not decoded. */
  wants(relation: Relation): boolean
  /** The source stops reading while too many of the returned promises are pending. */
  onRow(row: RowMessage, commit: Commit): Promise<void> | undefined
  /** Receives the messages that processes emit for each other. */
  onMessage(content: Buffer): void
  /** Calls back after an interruption, once the source runs again. What was committed in the meantime is lost. */
  onGap(): void
}

/** The changes of a database as they are committed. */
export interface ChangeSource {
  readonly kind: 'logical decoding' | 'triggers'
  subscribe(consumer: Consumer): void
  /** Settles as soon as the source runs. From then on, it sees every commit. */
  whenLive(): Promise<void>
  /** Sends messages to all processes, this one included, with the transaction of `queries`. */
  emit(queries: Queries, contents: Buffer[]): Promise<void>
  /** The lag of the consumers: in bytes of WAL, and in milliseconds since the oldest unfinished commit. */
  lag(): { bytes: number; ms: number }
  close(): Promise<void>
}
