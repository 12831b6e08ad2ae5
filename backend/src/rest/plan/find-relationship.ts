import { type RelationshipDetail, relationshipAmbiguous, relationshipNotFound } from '../errors.ts'
import { type Cardinality, type Catalog, qualifiedName, type Relation, type Relationship } from '../schema/catalog.ts'
import { findSimilar } from './similar-names.ts'

const CARDINALITY_ORDER: Cardinality[] = ['one-to-many', 'many-to-one', 'one-to-one', 'many-to-many']
const SIMILARITY = 0.33

export interface RelationshipQuery {
  origin: Relation
  target: string
  hint: string | undefined
  /** The schema of the request. */
  schema: string
  /** Schemas whose relations may be embedded. */
  exposed: string[]
  role: string
}

/** Returns the relationship that an embed refers to. Throws PGRST200 for none and PGRST201 for several. */
export function findRelationship(catalog: Catalog, query: RelationshipQuery): Relationship {
  const { origin, target, schema, exposed } = query
  const all = catalog.relationships.get(qualifiedName(origin.schema, origin.name)) ?? []
  const visible = all.filter((way) => isVisible(way, schema, exposed))
  const computed = visible.find((way) => way.routine?.name === target)
  if (computed) return computed
  const hits = visible.filter((way) => way.routine === undefined && matches(way, query))
  const [hit] = hits
  if (!hit)
    throw relationshipNotFound({
      origin: origin.name,
      target,
      hint: query.hint,
      schema,
      suggestion: suggest(visible, query),
    })
  if (hits.length > 1) throw ambiguous(origin, target, hits)
  return hit
}

function isVisible(way: Relationship, schema: string, exposed: string[]): boolean {
  if (way.routine) return way.routine.schema === schema
  return exposed.includes(way.target.schema) && (!way.junction || exposed.includes(way.junction.relation.schema))
}

function matches(way: Relationship, { origin, target, hint }: RelationshipQuery): boolean {
  const isSelf = way.origin === way.target
  const single = way.columns.length === 1 ? way.columns[0] : undefined
  if (hint === undefined) {
    if (way.target.name === target) return !isSelf || way.cardinality === 'one-to-many'
    if (way.target.isView) return false
    if (isSelf) return way.cardinality === 'many-to-one' && (single?.[0] === target || way.constraint === target)
    return way.cardinality !== 'many-to-many' && (way.constraint === target || single?.[0] === target)
  }
  if (way.target.name !== target) return false
  if (isSelf) return way.cardinality === 'one-to-many' && (single?.[1] === hint || way.constraint === hint)
  if (way.junction) return way.junction.relation.name === hint && origin === way.origin
  return way.constraint === hint || single?.[0] === hint || single?.[1] === hint
}

function ambiguous(origin: Relation, target: string, hits: Relationship[]) {
  const sorted = hits.toSorted((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1))
  const choices = sorted.map((way) => `${way.target.name}!${way.constraint}`)
  return relationshipAmbiguous(origin.name, target, choices, sorted.map(toDetail))
}

function sortKey(way: Relationship): string {
  const rank = CARDINALITY_ORDER.indexOf(way.cardinality)
  return [way.target.name, rank, way.constraint, toDetail(way).relationship].join('\0')
}

function toDetail(way: Relationship): RelationshipDetail {
  const embedding = `${way.origin.name} with ${way.target.name}`
  return { cardinality: way.cardinality, embedding, relationship: describeColumns(way) }
}

function describeColumns({ origin, target, constraint, columns, junction }: Relationship): string {
  const names = (pairs: [string, string][], side: 0 | 1) => pairs.map((pair) => pair[side]).join(', ')
  if (!junction) {
    return `${constraint} using ${origin.name}(${names(columns, 0)}) and ${target.name}(${names(columns, 1)})`
  }
  const [first, second] = junction.constraints
  return `${junction.relation.name} using ${first}(${names(junction.originColumns, 1)}) and ${second}(${names(junction.targetColumns, 0)})`
}

function suggest(visible: Relationship[], { target, role }: RelationshipQuery): string | null {
  const similar = findSimilar(
    target,
    visible.filter((way) => way.target.visibleTo.includes(role)).map((way) => way.target.name),
    SIMILARITY,
  )
  return similar === undefined || similar === target ? null : `Perhaps you meant '${similar}' instead of '${target}'.`
}
