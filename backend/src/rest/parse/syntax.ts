/** The syntax tree of a query string, independent of the database. */

export type JsonStep = { arrow: '->' | '->>' } & ({ key: string } | { index: string })

/** A column, or a JSON path into one. */
export interface FieldPath {
  name: string
  path: JsonStep[]
}

export const AGGREGATES = ['sum', 'avg', 'count', 'max', 'min'] as const
export type Aggregate = (typeof AGGREGATES)[number]

export interface FieldItem {
  kind: 'field'
  /** Undefined for `count()`, which counts rows. */
  field: FieldPath | undefined
  alias: string | undefined
  cast: string | undefined
  aggregate: Aggregate | undefined
  aggregateCast: string | undefined
}

export interface EmbedItem {
  kind: 'embed'
  spread: boolean
  name: string
  alias: string | undefined
  hint: string | undefined
  inner: boolean
  items: SelectItem[]
}

export type SelectItem = { kind: 'star' } | FieldItem | EmbedItem

export const SIMPLE_OPERATORS = ['neq', 'cs', 'cd', 'ov', 'sl', 'sr', 'nxr', 'nxl', 'adj'] as const
export const QUANTIFIABLE_OPERATORS = ['eq', 'gte', 'gt', 'lte', 'lt', 'like', 'ilike', 'match', 'imatch'] as const
export const SEARCH_OPERATORS = ['fts', 'plfts', 'phfts', 'wfts'] as const
export const IS_VALUES = ['null', 'not_null', 'true', 'false', 'unknown'] as const

export type SimpleOperator = (typeof SIMPLE_OPERATORS)[number]
export type QuantifiableOperator = (typeof QUANTIFIABLE_OPERATORS)[number]
export type SearchOperator = (typeof SEARCH_OPERATORS)[number]
export type IsValue = (typeof IS_VALUES)[number]

export type Operation =
  | { kind: 'simple'; operator: SimpleOperator | QuantifiableOperator; value: string }
  | { kind: 'quantified'; operator: QuantifiableOperator; quantifier: 'any' | 'all'; value: string }
  | { kind: 'in'; values: string[] }
  | { kind: 'is'; value: IsValue }
  | { kind: 'distinct'; value: string }
  | { kind: 'search'; operator: SearchOperator; config: string | undefined; value: string }

export interface Filter {
  kind: 'filter'
  field: FieldPath
  negated: boolean
  operation: Operation
}

export interface Group {
  kind: 'group'
  connective: 'and' | 'or'
  negated: boolean
  conditions: Condition[]
}

export type Condition = Filter | Group

export interface OrderTerm {
  /** The to-one embed that has the field. */
  embed: string | undefined
  field: FieldPath
  direction: 'asc' | 'desc' | undefined
  nulls: 'first' | 'last' | undefined
}

/** A value with the path of its embed; an empty path is the root. */
export interface Targeted<T> {
  path: string[]
  value: T
}

export interface Range {
  limit?: number
  offset?: number
}

export interface Query {
  select: SelectItem[]
  conditions: Targeted<Condition>[]
  orders: Targeted<OrderTerm[]>[]
  ranges: Targeted<Range>[]
  columns: string[] | undefined
  onConflict: string[] | undefined
  /** Arguments of a function that is called by GET, in order. */
  callArguments: [string, string][]
}
