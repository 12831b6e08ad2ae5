/** A table of the stream, as a Relation message describes it. */
export interface Relation {
  oid: number
  schema: string
  name: string
  /** Replica identity: d(efault), n(othing), f(ull) or i(ndex). */
  identity: string
  columns: RelationColumn[]
}

export interface RelationColumn {
  name: string
  /** OID of the type. */
  type: number
  /** Part of the replica identity. */
  isKey: boolean
}

/** Values in the order of the relation's columns. Undefined for a TOAST value that did not change and was not sent. */
export type Tuple = (string | null | undefined)[]

export type RowMessage =
  | { kind: 'insert'; relation: Relation; new: Tuple; size: number }
  | { kind: 'update'; relation: Relation; new: Tuple; old: OldTuple | undefined; size: number }
  | { kind: 'delete'; relation: Relation; old: OldTuple; size: number }

/** The old row: all columns, or those of the replica identity only. */
export interface OldTuple {
  isFull: boolean
  values: Tuple
}

/** A message of pgoutput, protocol version 1. */
export type Message =
  | RowMessage
  | { kind: 'begin'; commitTime: bigint; xid: number }
  | { kind: 'commit'; endLsn: bigint }
  | { kind: 'relation'; relation: Relation }
  | { kind: 'logical'; prefix: string; content: Buffer }
  | { kind: 'other' }
