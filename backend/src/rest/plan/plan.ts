import type { Aggregate, FieldPath, Operation, OrderTerm } from '../parse/syntax.ts'
import type { Relation, Relationship, Representation, Routine, RoutineName } from '../schema/catalog.ts'

/** The request with every name resolved. The renderer only adds SQL. */

/** A field of a node's rows. */
export interface PlannedField {
  /** The {@link ReadNode.id} of the node that the field belongs to. */
  node: number
  field: FieldPath
  /** The type without domains; undefined where only PostgreSQL knows it. */
  baseType: string | undefined
  /** The casts of the column's domain; undefined within a JSON path. */
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
  /** `isInner` marks the condition of an `!inner` embed. The others are filters of the request. */
  | { kind: 'exists'; negated: boolean; embed: PlannedEmbed; isInner: boolean }

export interface PlannedOrder {
  field: PlannedField
  /** The embed that has the field. */
  embed: PlannedEmbed | undefined
  direction: OrderTerm['direction']
  nulls: OrderTerm['nulls']
}

/** A read of one relation or result, with its embeds. */
export interface ReadNode {
  id: number
  /** Undefined for rows of a function that belong to no relation. */
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
  /** The rows of a mutation or a call. */
  | { kind: 'result' }
  | { kind: 'computed'; routine: RoutineName; parent: ReadNode }

export interface PlannedEmbed {
  key: string
  parent: number
  relationship: Relationship
  isToMany: boolean
  /** Spread columns belong to the parent: single values of a to-one, arrays of a to-many. */
  isSpread: boolean
  /** Joined but not shown, because no columns are selected. */
  isHidden: boolean
  /** The number of the junction's rows, from which their alias is built. */
  junctionNode: number
  node: ReadNode
  /** The keys of a spread, in order. */
  keys: string[]
}

export type CountKind = 'exact' | 'planned' | 'estimated'

export interface ReadPlan {
  kind: 'read'
  root: ReadNode
}

export type ReturnKind = 'minimal' | 'headers-only' | 'representation'

/** The columns in RETURNING: some, or the whole row with computed fields. */
export type Returning = 'nothing' | { isWhole: boolean; names: string[] }

export interface MutationPlan {
  kind: 'mutation'
  verb: 'insert' | 'update' | 'delete' | 'put'
  relation: Relation
  /** The columns to write, sorted. */
  columns: string[]
  /** A JSON array of rows, as text; undefined for delete. */
  body: string | undefined
  fillDefaults: boolean
  conflict: { resolution: 'merge-duplicates' | 'ignore-duplicates'; columns: string[] } | undefined
  /** Selects the rows to change. */
  conditions: PlannedCondition[]
  returning: Returning
  returnKind: ReturnKind
  root: ReadNode
}

export type CallArguments =
  | { kind: 'none' }
  /** A JSON object as text, or an array of which only the first element is used. */
  | { kind: 'json'; body: string; names: string[]; isArray: boolean }
  | { kind: 'values'; values: Map<string, string | string[]> }
  /** The whole body, for a single unnamed parameter. */
  | { kind: 'body'; body: string }

export interface CallPlan {
  kind: 'call'
  routine: Routine
  arguments: CallArguments
  /** Computed fields of the rows. */
  computed: string[]
  root: ReadNode
}

export type Plan = ReadPlan | MutationPlan | CallPlan
