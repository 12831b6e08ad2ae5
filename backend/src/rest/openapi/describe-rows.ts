import { type Catalog, type Column, qualifiedName, type Relation, type Relationship } from '../schema/catalog.ts'
import { elementType, type Json, openApiType } from './column-types.ts'

/** Returns the definition of a relation's rows: its columns with types, keys, limits and defaults. */
export function describeRows(catalog: Catalog, relation: Relation): Json {
  const columns = [...relation.columns.values()]
  const required = columns.filter((column) => !column.nullable).map((column) => column.name)
  const relationships = catalog.relationships.get(qualifiedName(relation.schema, relation.name)) ?? []
  return {
    ...(relation.comment === null ? {} : { description: relation.comment }),
    ...(required.length ? { required } : {}),
    properties: Object.fromEntries(
      columns.map((column) => [column.name, describeColumn(column, relation, relationships)]),
    ),
    type: 'object',
  }
}

function describeColumn(column: Column, relation: Relation, relationships: Relationship[]): Json {
  const type = openApiType(column.baseType)
  const notes: string[] = []
  if (relation.primaryKey.includes(column.name)) notes.push('This is a Primary Key.<pk/>')
  const reference = relationships.find(
    ({ columns, cardinality, target }) =>
      cardinality === 'many-to-one' && !target.isView && columns.length === 1 && columns[0]?.[0] === column.name,
  )
  const target = reference?.columns[0]?.[1]
  if (reference && target) {
    const { name } = reference.target
    notes.push(`This is a Foreign Key to \`${name}.${target}\`.<fk table='${name}' column='${target}'/>`)
  }
  const description = [column.comment, notes.length ? `Note:\n${notes.join('\n')}` : null].filter(Boolean).join('\n\n')
  return {
    ...(description ? { description } : {}),
    ...(type === undefined ? {} : { type }),
    ...(type === 'array' ? { items: { type: openApiType(elementType(column.baseType) ?? '') } } : {}),
    format: column.baseType,
    ...(column.maxLength === null ? {} : { maxLength: column.maxLength }),
    ...(column.enumLabels === null ? {} : { enum: column.enumLabels }),
    ...defaultOf(column, type),
  }
}

/** Returns a default that JSON can express: a text without quotes and type, or another literal. */
function defaultOf({ default: expression, baseType }: Column, type: string | undefined): Json {
  if (expression === null) return {}
  if (type === 'string') {
    const suffix = `::${baseType}`
    const text = expression.endsWith(suffix) ? expression.slice(0, -suffix.length) : expression
    return { default: text === expression ? text : text.replace(/^'(.*)'$/s, '$1') }
  }
  try {
    return { default: JSON.parse(expression) as unknown }
  } catch {
    // Expressions such as nextval('…') have no JSON value.
    return {}
  }
}
