/** The exposed schemas of the database. Built once per reload and never changed. */

export interface Column {
  name: string
  nullable: boolean
  /** The type with its length or precision, as a cast takes it: `character varying(20)`, `public.mood`. */
  type: string
  /** The type without domains and length. */
  baseType: string
  maxLength: number | null
  /** The expression of the default; null when there is none or the column is generated. */
  default: string | null
  enumLabels: string[] | null
  comment: string | null
  representation: Representation | undefined
}

export interface RoutineName {
  schema: string
  name: string
}

/** The functions behind the casts of a domain to and from JSON and text. */
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
  /** Roles with any privilege on it. Hints offer its name only to them. */
  visibleTo: string[]
  columns: Map<string, Column>
  /** Set if the domain of a column has its own cast to JSON. */
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

/** A relationship in one direction. */
export interface Relationship {
  origin: Relation
  target: Relation
  cardinality: Cardinality
  constraint: string
  /** Pairs of columns, the origin's first. Empty for many-to-many. */
  columns: [origin: string, target: string][]
  junction: Junction | undefined
  /** The function of a computed relationship. */
  routine: RoutineName | undefined
  /** Set if a constraint proves that a to-one relationship has at most one row. */
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
  /** `rows` are objects: of a table, a composite type or OUT parameters. */
  returns: 'void' | 'scalar' | 'rows'
  returnType: string
  /** The media type of the value if it is of a domain with such a name. */
  mediaType: string | null
  isBinary: boolean
  /** The relation whose rows are returned, if any. */
  relationOid: number | null
  settings: [name: string, value: string][]
  isolation: string | null
}

/** An aggregate that writes rows in a media type. */
export interface MediaAggregate extends RoutineName {
  mediaType: string
  isBinary: boolean
  /** The relation whose rows it accepts; null for any. */
  relationOid: number | null
}

export interface Catalog {
  /** A digest of the content. Statements prepared for another version are not reused. */
  version: string
  relations: Map<string, Relation>
  relationsByOid: Map<number, Relation>
  /** By {@link qualifiedName} of the origin. */
  relationships: Map<string, Relationship[]>
  /** By {@link qualifiedName}: the overloads. */
  routines: Map<string, Routine[]>
  schemaComments: Map<string, string>
  /** The values of `alter role … set`, by role. */
  roleSettings: Map<string, [name: string, value: string][]>
  /** Roles to which RLS policies do not apply. */
  rolesBypassingRls: Set<string>
  timeZones: Set<string>
  mediaAggregates: MediaAggregate[]
  /** The schema of PostGIS, if it is installed. */
  geoJsonSchema: string | undefined
}

/** Returns the key of a relation or function. Names cannot contain NUL. */
export function qualifiedName(schema: string, name: string): string {
  return `${schema}\0${name}`
}

export function findRelation(catalog: Catalog, schema: string, name: string): Relation | undefined {
  return catalog.relations.get(qualifiedName(schema, name))
}
