import * as v from 'valibot'
import { BUCKETS, MEMBER_FUNCTIONS, TABLES, VISITOR_FUNCTIONS } from './allowed-access.ts'
import type { SendRequest } from './client.ts'

/** A function of the data service with a value for each parameter. */
export interface FoundFunction {
  name: string
  arguments: Record<string, string>
}

/** Everything that the services expose. */
export interface Surface {
  /** Columns by table or view. */
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
 * Lists everything that the services show to any of the clients, and everything in the list of allowed access. The
 * secret key sees nearly everything, except objects that are granted to other roles only.
 */
export async function discover(asks: SendRequest[]): Promise<Surface> {
  const tables = new Map(Object.keys(TABLES).map((name): [string, string[]] => [name, []]))
  const functions = new Map(
    [...VISITOR_FUNCTIONS, ...MEMBER_FUNCTIONS].map((name): [string, FoundFunction] => [name, { name, arguments: {} }]),
  )
  // The first client sees the most, so its description wins.
  for (const send of asks.toReversed()) {
    const { definitions, paths } = await readDescription(send)
    for (const [name, { properties }] of Object.entries(definitions)) tables.set(name, Object.keys(properties))
    const labels = listLabels(Object.values(definitions).flatMap(({ properties }) => Object.values(properties)))
    for (const [path, { post }] of Object.entries(paths)) {
      const name = /^\/rpc\/(.+)$/.exec(path)?.[1]
      if (name !== undefined) functions.set(name, { name, arguments: inventArguments(post, labels) })
    }
  }
  return { tables, functions: [...functions.values()], buckets: await findBuckets(asks) }
}

async function readDescription(send: SendRequest): Promise<v.InferOutput<typeof Description>> {
  const root = await send('/rest/v1/')
  const parsed = v.safeParse(Description, root.body)
  if (!parsed.success)
    throw new Error(`The data service returned no OpenAPI description at /rest/v1/ (${root.status}).`)
  return parsed.output
}

async function findBuckets(asks: SendRequest[]): Promise<Surface['buckets']> {
  const found = new Map(Object.keys(BUCKETS).map((id): [string, boolean | undefined] => [id, undefined]))
  for (const send of asks) {
    const parsed = v.safeParse(BucketList, (await send('/storage/v1/bucket')).body)
    for (const bucket of parsed.success ? parsed.output : []) found.set(bucket.id, bucket.public)
  }
  return [...found].map(([id, isPublic]) => ({ id, isPublic }))
}

/** Returns one label of each enumeration by type name, because parameters do not list them. */
function listLabels(properties: Property[]): Map<string, string> {
  return new Map(properties.flatMap(({ format, enum: [label] = [] }) => (label === undefined ? [] : [[format, label]])))
}

/**
 * Returns arguments of the right types that match no rows. Wrong types would be rejected before permissions are
 * checked.
 */
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
