import { type Junction, qualifiedName, type Relation, type Relationship } from './catalog.ts'
import type { KeyRow } from './catalog-rows.ts'

/** A foreign key between relations. A view takes part with its own column names. */
export interface ForeignKey {
  constraint: string
  holder: Relation
  referenced: Relation
  /** The holder's column, then the referenced column. */
  columns: [string, string][]
  isUnique: boolean
}

/** Converts foreign keys of tables from column numbers to names. */
export function toForeignKeys(
  keys: KeyRow[],
  relations: Map<number, Relation>,
  columnName: (oid: number, position: number) => string,
): ForeignKey[] {
  const uniques = new Set(keys.filter((key) => key.kind !== 'f').map((key) => columnSet(key.oid, key.columns)))
  return keys.flatMap((key) => {
    const holder = relations.get(key.oid)
    const referenced = relations.get(key.targetOid)
    if (key.kind !== 'f' || !holder || !referenced) return []
    const columns = key.columns.map((position, i): [string, string] => [
      columnName(key.oid, position),
      columnName(key.targetOid, key.targetColumns?.[i] ?? 0),
    ])
    const isUnique = uniques.has(columnSet(key.oid, key.columns))
    return [{ constraint: key.name, holder, referenced, columns, isUnique }]
  })
}

function columnSet(oid: number, columns: number[]): string {
  return `${oid}:${columns.toSorted((a, b) => a - b).join()}`
}

/** Returns all relationships by the qualified name of the origin. */
export function toRelationships(foreignKeys: ForeignKey[]): Map<string, Relationship[]> {
  const all = [...foreignKeys.flatMap(bothDirections), ...junctions(foreignKeys)]
  return Map.groupBy(all, ({ origin }) => qualifiedName(origin.schema, origin.name))
}

function bothDirections({ constraint, holder, referenced, columns, isUnique }: ForeignKey): Relationship[] {
  const common = { constraint, junction: undefined, routine: undefined }
  const isProven = !holder.isView && !referenced.isView
  return [
    {
      ...common,
      origin: holder,
      target: referenced,
      cardinality: isUnique ? 'one-to-one' : 'many-to-one',
      columns,
      isProven,
    },
    {
      ...common,
      origin: referenced,
      target: holder,
      cardinality: isUnique ? 'one-to-one' : 'one-to-many',
      columns: columns.map(([a, b]) => [b, a]),
      isProven,
    },
  ]
}

/** A relation is a junction if two of its foreign keys are part of its primary key. */
function junctions(foreignKeys: ForeignKey[]): Relationship[] {
  const byHolder = Map.groupBy(
    foreignKeys.filter((key) => !key.isUnique && key.columns.every(([name]) => key.holder.primaryKey.includes(name))),
    (key) => key.holder,
  )
  return [...byHolder].flatMap(([relation, keys]) =>
    keys.flatMap((first) =>
      keys
        .filter((second) => second !== first && second.constraint !== first.constraint)
        .map((second) => manyToMany(relation, first, second)),
    ),
  )
}

function manyToMany(relation: Relation, first: ForeignKey, second: ForeignKey): Relationship {
  const junction: Junction = {
    relation,
    constraints: [first.constraint, second.constraint],
    originColumns: first.columns.map(([holder, referenced]) => [referenced, holder]),
    targetColumns: second.columns,
  }
  return {
    origin: first.referenced,
    target: second.referenced,
    cardinality: 'many-to-many',
    constraint: relation.name,
    columns: [],
    junction,
    routine: undefined,
    isProven: true,
  }
}
