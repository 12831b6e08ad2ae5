import type { Claims } from '../../http/tokens/tokens.ts'

/** One entry of `postgres_changes` in a join, as the client sent it. */
export interface Binding {
  event: string
  schema: string
  table?: string
  filter?: string
  select?: string[]
}

/** A change as a client receives it: the field `data` of the message (realtime 6). */
export interface ChangeRecord {
  type: 'INSERT' | 'UPDATE' | 'DELETE'
  schema: string
  table: string
  /** Null in records of errors. */
  commit_timestamp: string | null
  columns: { name: string; type: string }[]
  record?: Record<string, unknown>
  old_record?: Record<string, unknown>
  errors: string[] | null
}

/** A channel that receives changes. */
export interface Subscriber {
  /** The verified claims of the token, including the role. */
  claims: Claims
  /** The bindings with the ids of the join reply. */
  bindings: { id: number; binding: Binding }[]
  /** Receives a change once per selection of columns, with the ids of the bindings that match and share it. */
  deliver(ids: number[], data: ChangeRecord): void
  /** Receives the system messages of the extension `postgres_changes` (realtime 7.3). */
  notify(status: 'ok' | 'error', message: string): void
}

export interface Subscription {
  /** Re-subscribes with the claims of a new token. */
  replaceClaims(claims: Claims): void
  close(): void
}

/** Delivers the changes of published tables to the subscribers that may see them. */
export interface ChangeFeed {
  /** Validates and activates asynchronously. Then calls `notify` with the result. */
  subscribe(subscriber: Subscriber): Subscription
  close(): Promise<void>
}
