import type { Aggregate, FieldPath, Operation, OrderTerm } from '../parse/syntax.ts'
import type { Relation, Relationship, Representation, Routine, RoutineName } from '../schema/catalog.ts'

/** What to ask of the database: the query with every name resolved. The renderer adds nothing but SQL. */

/** A field of the rows of one node. */
export interface PlannedField {
  /** The number of the node, which names its rows. */
  node: number
  field: FieldPath
  /** The type below all domains; undefined where only PostgreSQL knows. */
  baseType: string | undefined
  /** How the column's domain shows itself; undefined inside a JSON path. */
  representation: Representation | undefined
}

export type OutputColumn =
  | { kind: 'all'; node: number }
  | {
      kind: 'field'
      key: string
      /** Undefined for `count()`. */
      field: PlannedField | undefined
      cast: string | undefined
      aggregate: Aggregate | undefined
      aggregateCast: string | undefined
    }

export type PlannedCondition =
  | { kind: 'filter'; field: PlannedField; negated: boolean; operation: Operation }
  | { kind: 'group'; connective: 'and' | 'or'; negated: boolean; conditions: PlannedCondition[] }
  | { kind: 'exists'; negated: boolean; embed: PlannedEmbed }

export interface PlannedOrder {
  field: PlannedField
  /** The embed that the field belongs to. */
  embed: PlannedEmbed | undefined
  direction: OrderTerm['direction']
  nulls: OrderTerm['nulls']
}

/** Rows of one relation (or of a result) with everything that hangs on them. */
export interface ReadNode {
  id: number
  /** Undefined for a function's rows that are of no relation. */
  relation: Relation | undefined
  source: Source
  columns: OutputColumn[]
  embeds: PlannedEmbed[]
  conditions: PlannedCondition[]
  order: PlannedOrder[]
  limit: number | undefined
  offset: number
  isGrouped: boolean
}

export type Source =
  | { kind: 'relation'; relation: Relation }
  /** The rows that a mutation or a call gave. */
  | { kind: 'result' }
  | { kind: 'computed'; routine: RoutineName; parent: ReadNode }

export interface PlannedEmbed {
  key: string
  parent: number
  relationship: Relationship
  isToMany: boolean
  /** `single` columns of a to-one spread stand in the parent; of a to-many spread as arrays. */
  isSpread: boolean
  /** Selected without columns: joined, not shown. */
  isHidden: boolean
  /** The number of the junction's rows. */
  junctionNode: number
  node: ReadNode
  /** Keys of a spread, in order. */
  keys: string[]
}

export type CountKind = 'exact' | 'planned' | 'estimated'

export interface ReadPlan {
  kind: 'read'
  root: ReadNode
}

export type ReturnKind = 'minimal' | 'headers-only' | 'representation'

/** What a statement hands to the one that reads its rows: columns, or the whole row and fields that are computed of it. */
export type Returning = 'nothing' | { isWhole: boolean; names: string[] }

export interface MutationPlan {
  kind: 'mutation'
  verb: 'insert' | 'update' | 'delete' | 'put'
  relation: Relation
  /** Columns to write, sorted. */
  columns: string[]
  /** A JSON array of rows, as text; undefined for delete. */
  body: string | undefined
  fillDefaults: boolean
  conflict: { resolution: 'merge-duplicates' | 'ignore-duplicates'; columns: string[] } | undefined
  /** Which rows are changed. */
  conditions: PlannedCondition[]
  returning: Returning
  returnKind: ReturnKind
  root: ReadNode
}

export type CallArguments =
  | { kind: 'none' }
  /** A JSON object as text, or an array of which the first element counts. */
  | { kind: 'json'; body: string; names: string[]; isArray: boolean }
  | { kind: 'values'; values: Map<string, string | string[]> }
  /** The whole body for the one unnamed parameter. */
  | { kind: 'body'; body: string }

export interface CallPlan {
  kind: 'call'
  routine: Routine
  arguments: CallArguments
  /** Fields of the rows that a function of their type computes. */
  computed: string[]
  root: ReadNode
}

export type Plan = ReadPlan | MutationPlan | CallPlan
