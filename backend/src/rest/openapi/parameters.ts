import type { Relation } from '../schema/catalog.ts'
import type { Json } from './column-types.ts'

const header = (name: string, description: string, options?: string[]): Json => ({
  name,
  in: 'header',
  required: false,
  type: 'string',
  description,
  ...(options ? { enum: options } : {}),
})
const queryText = (name: string, description: string): Json => ({
  name,
  in: 'query',
  required: false,
  type: 'string',
  description,
})

const RETURNS = ['return=representation', 'return=minimal', 'return=none']

/** The parameters that all relations share. */
export const COMMON_PARAMETERS: Json = {
  preferParams: header('Prefer', 'Preference'),
  preferReturn: header('Prefer', 'Preference', RETURNS),
  preferCount: header('Prefer', 'Preference', ['count=none']),
  preferPost: header('Prefer', 'Preference', [
    ...RETURNS,
    'resolution=ignore-duplicates',
    'resolution=merge-duplicates',
  ]),
  select: queryText('select', 'Filtering Columns'),
  on_conflict: queryText('on_conflict', 'On Conflict'),
  order: queryText('order', 'Ordering'),
  range: header('Range', 'Limiting and Pagination'),
  rangeUnit: { ...header('Range-Unit', 'Limiting and Pagination'), default: 'items' },
  offset: queryText('offset', 'Limiting and Pagination'),
  limit: queryText('limit', 'Limiting and Pagination'),
}

/** Returns the filters of a relation's columns, and the body of its writes. */
export function relationParameters(relation: Relation): Json {
  const filters = [...relation.columns.values()].map(({ name }) => [
    `rowFilter.${relation.name}.${name}`,
    { name, in: 'query', required: false, type: 'string' },
  ])
  const { name } = relation
  const body = { name, description: name, in: 'body', required: false, schema: { $ref: `#/definitions/${name}` } }
  return { ...Object.fromEntries(filters), [`body.${name}`]: body }
}
