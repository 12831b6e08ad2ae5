import * as v from 'valibot'
import { BUCKETS, MEMBER_FUNCTIONS, TABLES, VISITOR_FUNCTIONS } from './open-doors.ts'
import type { Ask } from './patient.ts'

/** A function of the data service, with a value for each of its parameters. */
export interface FoundFunction {
  name: string
  arguments: Record<string, string>
}

/** Everything that there is to knock at. */
export interface Surface {
  /** Names of tables and views with their columns. */
  tables: Map<string, string[]>
  functions: FoundFunction[]
  buckets: { id: string; isPublic: boolean | undefined }[]
}

const Property = v.object({
  format: v.optional(v.string(), 'text'),
  type: v.optional(v.string()),
  enum: v.optional(v.array(v.string())),
})
type Property = v.InferOutput<typeof Property>
const Properties = v.record(v.string(), Property)
const Operation = v.object({
  parameters: v.optional(
    v.array(v.object({ schema: v.optional(v.object({ properties: v.optional(Properties, {}) })) })),
    [],
  ),
})
const Description = v.object({
  definitions: v.optional(v.record(v.string(), v.object({ properties: v.optional(Properties, {}) })), {}),
  paths: v.record(v.string(), v.object({ post: v.optional(Operation) })),
})
const BucketList = v.array(v.object({ id: v.string(), public: v.boolean() }))

/**
 * Finds what the services show to each who asks: with the secret key that is nearly all, but what is granted to others alone only
 * they see. What is declared is tried in any case.
 */
export async function discover(asks: Ask[]): Promise<Surface> {
  const tables = new Map(Object.keys(TABLES).map((name): [string, string[]] => [name, []]))
  const functions = new Map(
    [...VISITOR_FUNCTIONS, ...MEMBER_FUNCTIONS].map((name): [string, FoundFunction] => [name, { name, arguments: {} }]),
  )
  // The first sees the most, so what it says of a thing is kept.
  for (const ask of asks.toReversed()) {
    const { definitions, paths } = await readDescription(ask)
    for (const [name, { properties }] of Object.entries(definitions)) tables.set(name, Object.keys(properties))
    const labels = listLabels(Object.values(definitions).flatMap(({ properties }) => Object.values(properties)))
    for (const [path, { post }] of Object.entries(paths)) {
      const name = /^\/rpc\/(.+)$/.exec(path)?.[1]
      if (name !== undefined) functions.set(name, { name, arguments: inventArguments(post, labels) })
    }
  }
  return { tables, functions: [...functions.values()], buckets: await findBuckets(asks) }
}

async function readDescription(ask: Ask): Promise<v.InferOutput<typeof Description>> {
  const root = await ask('/rest/v1/')
  const parsed = v.safeParse(Description, root.body)
  if (!parsed.success) throw new Error(`The data service does not describe itself at /rest/v1/ (${root.status}).`)
  return parsed.output
}

async function findBuckets(asks: Ask[]): Promise<Surface['buckets']> {
  const found = new Map(Object.keys(BUCKETS).map((id): [string, boolean | undefined] => [id, undefined]))
  for (const ask of asks) {
    const parsed = v.safeParse(BucketList, (await ask('/storage/v1/bucket')).body)
    for (const bucket of parsed.success ? parsed.output : []) found.set(bucket.id, bucket.public)
  }
  return [...found].map(([id, isPublic]) => ({ id, isPublic }))
}

/** One label of each enumeration, by the type's name: parameters do not list theirs. */
function listLabels(properties: Property[]): Map<string, string> {
  return new Map(properties.flatMap(({ format, enum: [label] = [] }) => (label === undefined ? [] : [[format, label]])))
}

/** Values of the right types that name nothing: a wrong type would be refused before the right is asked for. */
function inventArguments(
  operation: v.InferOutput<typeof Operation> | undefined,
  labels: Map<string, string>,
): Record<string, string> {
  const properties = operation?.parameters.map(({ schema }) => schema?.properties ?? {}) ?? []
  const wanted: Record<string, Property> = Object.assign({}, ...properties)
  return Object.fromEntries(
    Object.entries(wanted).map(([name, property]) => [name, labels.get(property.format) ?? inventValue(property)]),
  )
}

function inventValue({ format, type }: Property): string {
  if (type === 'array') return '{}'
  if (type === 'integer' || type === 'number') return '0'
  if (type === 'boolean') return 'false'
  if (format === 'uuid') return '00000000-0000-4000-8000-000000000000'
  if (format === 'json' || format === 'jsonb') return '{}'
  return /^(timestamp|date)/.test(format) ? '2000-01-01' : 'nothing'
}
