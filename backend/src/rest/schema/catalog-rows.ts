export interface RelationRow {
  oid: number
  schema: string
  name: string
  kind: string
  hasRls: boolean
  comment: string | null
  /** Bits as in `pg_relation_is_updatable`: 4 update, 8 insert, 16 delete. */
  events: number
  visibleTo: string[]
  columns: ColumnRow[]
}

interface ColumnRow {
  position: number
  name: string
  nullable: boolean
  type: string
  baseType: string
  maxLength: number | null
  default: string | null
  enumLabels: string[] | null
  comment: string | null
}

export interface KeyRow {
  name: string
  kind: 'p' | 'u' | 'f'
  oid: number
  columns: number[]
  targetOid: number
  targetColumns: number[] | null
}

export interface RoutineRow {
  schema: string
  name: string
  comment: string | null
  volatility: string
  returnsSet: boolean
  isSingleRow: boolean
  returnKind: 'void' | 'scalar' | 'rows'
  returnType: string
  /** The name of the returned domain if it is a media type. */
  mediaType: string | null
  isBinary: boolean
  relationOid: number | null
  visibleTo: string[]
  settings: string[] | null
  defaults: number
  arguments: { name: string; mode: string; type: string; relationOid: number }[]
}

/** The function of an implicit cast from or to a domain. */
export interface DomainCastRow {
  source: string
  target: string
  schema: string
  name: string
}

/** An aggregate that writes rows in a media type. */
export interface MediaAggregateRow {
  schema: string
  name: string
  mediaType: string
  isBinary: boolean
  /** The relation whose rows it accepts; null for any. */
  relationOid: number | null
}
