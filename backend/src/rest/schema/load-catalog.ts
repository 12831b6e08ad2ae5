import { createHash } from 'node:crypto'
import type { Sql } from '../../postgres/statements/sql.ts'
import {
  type Catalog,
  qualifiedName,
  type Relation,
  type Relationship,
  type Representation,
  type RoutineName,
} from './catalog.ts'
import {
  listDomainCasts,
  listGeoJsonRoutines,
  listKeyRows,
  listMediaAggregates,
  listRelationRows,
  listRoutineRows,
  listSchemaComments,
  listViewRows,
} from './catalog-queries.ts'
import type { DomainCastRow, KeyRow, MediaAggregateRow, RelationRow, RoutineRow } from './catalog-rows.ts'
import { toForeignKeys, toRelationships } from './relationships.ts'
import { toComputedRelationship, toRoutine } from './routines.ts'
import { listRoleSettings, listRolesBypassingRls, listTimeZones } from './settings-queries.ts'
import { parseViewColumns } from './view-columns.ts'
import { deriveViewKeys, type Exposure, viewPrimaryKey } from './view-keys.ts'

/**
 * Startup settings of the connection that reads the catalogs. The empty search_path makes every type name come out
 * qualified.
 */
export const CATALOG_SETTINGS = { search_path: '', statement_timeout: 60_000 }

/**
 * Reads the whole catalog without a transaction. A change in between sends its own notification and causes another
 * reload.
 */
export async function loadCatalog(sql: Sql, schemas: string[], extraSearchPath: string[]): Promise<Catalog> {
  const callable = [...new Set([...schemas, ...extraSearchPath])]
  return buildCatalog({
    relations: await listRelationRows(sql),
    keys: await listKeyRows(sql),
    views: await listViewRows(sql),
    routines: await listRoutineRows(sql, callable),
    domainCasts: await listDomainCasts(sql),
    mediaAggregates: await listMediaAggregates(sql, callable),
    geoJsonRoutines: await listGeoJsonRoutines(sql),
    comments: await listSchemaComments(sql),
    timeZones: await listTimeZones(sql),
    roleSettings: await listRoleSettings(sql),
    rolesBypassingRls: await listRolesBypassingRls(sql),
  })
}

interface CatalogRows {
  relations: RelationRow[]
  keys: KeyRow[]
  views: { oid: number; action: string }[]
  routines: RoutineRow[]
  domainCasts: DomainCastRow[]
  mediaAggregates: MediaAggregateRow[]
  geoJsonRoutines: { schema: string }[]
  comments: { schema: string; comment: string }[]
  timeZones: { name: string }[]
  roleSettings: { role: string; name: string; value: string }[]
  rolesBypassingRls: { name: string }[]
}

function buildCatalog(rows: CatalogRows): Catalog {
  const names = new Map(rows.relations.map((row) => [row.oid, new Map(row.columns.map((c) => [c.position, c.name]))]))
  const columnName = (oid: number, position: number) => names.get(oid)?.get(position) ?? ''
  const relations = new Map(rows.relations.map((row) => [row.oid, toRelation(row, rows.domainCasts)]))
  for (const key of rows.keys) {
    const relation = relations.get(key.oid)
    if (key.kind === 'p' && relation) relation.primaryKey = key.columns.map((p) => columnName(key.oid, p)).sort()
  }
  const exposures = exposuresOf(rows.views, relations, columnName)
  for (const [oid, list] of exposures) {
    const table = relations.get(oid)
    for (const exposure of list) {
      if (table?.primaryKey.length && exposure.view.primaryKey.length === 0) {
        exposure.view.primaryKey = viewPrimaryKey(exposure, table)
      }
    }
  }
  const relationships = toRelationships(deriveViewKeys(toForeignKeys(rows.keys, relations, columnName), exposures))
  addComputed(
    relationships,
    rows.routines.flatMap((row) => toComputedRelationship(row, relations)),
  )
  return {
    version: createHash('sha256').update(JSON.stringify(rows)).digest('hex').slice(0, 8),
    relations: new Map(
      [...relations.values()].map((relation) => [qualifiedName(relation.schema, relation.name), relation]),
    ),
    relationsByOid: relations,
    relationships,
    routines: Map.groupBy(rows.routines.flatMap(toRoutine), ({ schema, name }) => qualifiedName(schema, name)),
    schemaComments: new Map(rows.comments.map(({ schema, comment }) => [schema, comment])),
    roleSettings: groupRoleSettings(rows.roleSettings),
    rolesBypassingRls: new Set(rows.rolesBypassingRls.map(({ name }) => name)),
    timeZones: new Set(rows.timeZones.map(({ name }) => name)),
    mediaAggregates: rows.mediaAggregates,
    geoJsonSchema: rows.geoJsonRoutines[0]?.schema,
  }
}

function toRelation(row: RelationRow, casts: DomainCastRow[]): Relation {
  const isView = row.kind === 'v' || row.kind === 'm'
  const columns = row.columns.map((column) => ({ ...column, representation: findRepresentation(column.type, casts) }))
  return {
    oid: row.oid,
    schema: row.schema,
    name: row.name,
    isView,
    mayHideRows: row.hasRls || row.kind === 'v',
    insertable: (row.events & 8) !== 0,
    updatable: (row.events & 4) !== 0,
    deletable: (row.events & 16) !== 0,
    primaryKey: [],
    visibleTo: row.visibleTo,
    columns: new Map(columns.map((column) => [column.name, column])),
    isRepresented: columns.some(({ representation }) => representation?.toJson !== undefined),
    comment: row.comment,
  }
}

function findRepresentation(type: string, casts: DomainCastRow[]): Representation | undefined {
  const find = (source: string, target: string): RoutineName | undefined => {
    const cast = casts.find((each) => each.source === source && each.target === target)
    return cast && { schema: cast.schema, name: cast.name }
  }
  const [toJson, fromJson, fromText] = [find(type, 'json'), find('json', type), find('text', type)]
  return toJson || fromJson || fromText ? { toJson, fromJson, fromText } : undefined
}

/** Returns the columns that views expose, directly or through other views, by the oid of the table. */
function exposuresOf(
  views: CatalogRows['views'],
  relations: Map<number, Relation>,
  columnName: (oid: number, position: number) => string,
): Map<number, Exposure[]> {
  const columns = new Map(views.map(({ oid, action }) => [oid, parseViewColumns(action)]))
  const follow = (oid: number, position: number, seen: Set<number>): { oid: number; position: number } | undefined => {
    const own = columns.get(oid)
    if (!own) return { oid, position }
    const origin = own.find((column) => column.position === position)
    if (!origin || seen.has(oid)) return undefined
    return follow(origin.originOid, origin.originPosition, new Set([...seen, oid]))
  }
  const exposures = new Map<number, Map<number, Exposure>>()
  for (const [viewOid, list] of columns) {
    const view = relations.get(viewOid)
    if (!view) continue
    for (const { position } of list) {
      const base = follow(viewOid, position, new Set())
      if (!base) continue
      const byView = exposures.get(base.oid) ?? new Map<number, Exposure>()
      const exposure = byView.get(viewOid) ?? { view, names: new Map<string, string[]>() }
      const baseName = columnName(base.oid, base.position)
      exposure.names.set(baseName, [...(exposure.names.get(baseName) ?? []), columnName(viewOid, position)])
      exposures.set(base.oid, byView.set(viewOid, exposure))
    }
  }
  return new Map([...exposures].map(([oid, byView]) => [oid, [...byView.values()]]))
}

/** A computed relationship replaces a detected one to a relation of its name (rest 9.1). */
function addComputed(relationships: Map<string, Relationship[]>, computed: Relationship[]): void {
  for (const relationship of computed) {
    const key = qualifiedName(relationship.origin.schema, relationship.origin.name)
    const others = relationships.get(key)?.filter((other) => other.target.name !== relationship.constraint) ?? []
    relationships.set(key, [...others, relationship])
  }
}

function groupRoleSettings(rows: CatalogRows['roleSettings']): Catalog['roleSettings'] {
  const groups = Map.groupBy(rows, ({ role }) => role)
  return new Map(
    [...groups].map(([role, list]) => [role, list.map(({ name, value }): [string, string] => [name, value])]),
  )
}
