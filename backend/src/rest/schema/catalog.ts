/** What is known of the database's exposed schemas. Built once a reload and never changed. */

export interface Column {
  name: string
  nullable: boolean
  /** The type with its length or precision, as a cast takes it: `character varying(20)`, `public.mood`. */
  type: string
  /** The type below all domains, without length. */
  baseType: string
  maxLength: number | null
  /** What `default` stands for, as an expression; null when there is none or the column is generated. */
  default: string | null
  enumLabels: string[] | null
  comment: string | null
  representation: Representation | undefined
}

/** A function by its name. */
export interface RoutineName {
  schema: string
  name: string
}

/** How a domain shows itself and is written, where casts of its own say so. */
export interface Representation {
  toJson: RoutineName | undefined
  fromJson: RoutineName | undefined
  fromText: RoutineName | undefined
}

export interface Relation {
  oid: number
  schema: string
  name: string
  isView: boolean
  /** Set for tables with RLS and for views: their callers may not see all rows that the planner's statistics count. */
  mayHideRows: boolean
  insertable: boolean
  updatable: boolean
  deletable: boolean
  primaryKey: string[]
  /** Roles that may do anything with it: only they are told its name. */
  visibleTo: string[]
  columns: Map<string, Column>
  /** Whether a column's domain shows itself in a way of its own. */
  isRepresented: boolean
  comment: string | null
}

export type Cardinality = 'one-to-many' | 'many-to-one' | 'one-to-one' | 'many-to-many'

export interface Junction {
  relation: Relation
  /** The constraint to the origin and the one to the target. */
  constraints: [string, string]
  originColumns: [origin: string, junction: string][]
  targetColumns: [junction: string, target: string][]
}

/** A way from one relation to another. */
export interface Relationship {
  origin: Relation
  target: Relation
  cardinality: Cardinality
  constraint: string
  /** Pairs of columns, origin's first. Empty for many-to-many, which goes by its junction. */
  columns: [origin: string, target: string][]
  junction: Junction | undefined
  /** The function that makes the rows, for a computed relationship. */
  routine: RoutineName | undefined
  /** Whether at most one row can be there: proved by a constraint, not only claimed. */
  isProven: boolean
}

export interface Parameter {
  name: string
  type: string
  required: boolean
  variadic: boolean
}

export interface Routine {
  schema: string
  name: string
  comment: string | null
  visibleTo: string[]
  parameters: Parameter[]
  isVolatile: boolean
  returnsSet: boolean
  /** `rows` are objects: a table, a composite type or OUT parameters. */
  returns: 'void' | 'scalar' | 'rows'
  returnType: string
  /** The media type that the value is in, when it is of a domain of that name. */
  mediaType: string | null
  isBinary: boolean
  /** The relation whose rows are returned, if it is one. */
  relationOid: number | null
  settings: [name: string, value: string][]
  isolation: string | null
}

/** An aggregate that writes rows in a media type. */
export interface MediaAggregate extends RoutineName {
  mediaType: string
  isBinary: boolean
  /** The relation whose rows it takes; null for those of any. */
  relationOid: number | null
}

export interface Catalog {
  /** Changes when anything in here does, so that statements prepared for the old schema are not used again. */
  version: string
  relations: Map<string, Relation>
  relationsByOid: Map<number, Relation>
  /** By {@link qualifiedName} of the origin. */
  relationships: Map<string, Relationship[]>
  /** By {@link qualifiedName}: the overloads. */
  routines: Map<string, Routine[]>
  schemaComments: Map<string, string>
  /** What `alter role … set` says, by role. */
  roleSettings: Map<string, [name: string, value: string][]>
  /** Roles to which RLS policies do not apply. */
  rolesBypassingRls: Set<string>
  timeZones: Set<string>
  mediaAggregates: MediaAggregate[]
  /** The schema of PostGIS, where it is installed. */
  geoJsonSchema: string | undefined
}

/** The key of a relation or function. A NUL cannot be in either name. */
export function qualifiedName(schema: string, name: string): string {
  return `${schema}\0${name}`
}

export function findRelation(catalog: Catalog, schema: string, name: string): Relation | undefined {
  return catalog.relations.get(qualifiedName(schema, name))
}
