import { createMiddleware } from 'hono/factory'
import * as v from 'valibot'
import { errors } from '../errors.ts'
import { isSmallMetadata } from '../kernel/values/metadata.ts'
import type { AuthEnv, AuthRequest } from './context.ts'

/** Members may store any JSON object about themselves. */
export const JsonObject = v.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'an object is expected',
)

/** What a member may store about herself. */
export const MemberData = v.pipe(JsonObject, v.check(isSmallMetadata, 'must not be larger than 64 KiB'))

/** The two PKCE parameters that many endpoints take. */
export const PkceEntries = {
  code_challenge: v.optional(v.string()),
  code_challenge_method: v.optional(v.string()),
}

/**
 * Reads a JSON body. Unknown fields are ignored and null counts as absent, since clients send `code_challenge: null`. The
 * schema checks JSON types only: what a value must look like is the endpoint's business and has a message of its own.
 */
export async function readBody<Schema extends v.GenericSchema<unknown, unknown>>(
  request: AuthRequest,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  const body = request.var.form ?? parseJson(await request.req.text())
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw errors.badJson('an object is expected')
  const present = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))
  const parsed = v.safeParse(schema, present)
  if (parsed.success) return parsed.output
  const [issue] = parsed.issues
  throw errors.badJson(`${v.getDotPath(issue) ?? 'body'}: ${issue.message}`)
}

/** As {@link readBody}, for endpoints whose body may be missing. */
export async function readOptionalBody<Schema extends v.GenericSchema<unknown, unknown>>(
  request: AuthRequest,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  const text = await request.req.text()
  return text.trim() === '' && !request.var.form ? v.parse(schema, {}) : readBody(request, schema)
}

/** Lets an endpoint be asked by a form too: its fields stand for those of the JSON. Contract §7.2. */
export const readForm = createMiddleware<AuthEnv>(async (request, next) => {
  const type = request.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
  const text = type === 'application/x-www-form-urlencoded' ? await request.req.text() : '{'
  // Some tools call any body a form unless they are told otherwise.
  if (!text.trimStart().startsWith('{')) {
    const fields = [...new URLSearchParams(text)]
    if (!fields.flat().every(isStorable)) throw errors.badJson('a text cannot be stored')
    request.set('form', Object.fromEntries(fields))
  }
  await next()
})

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, refuseUnstorable)
  } catch {
    throw errors.badJson('the body is empty or not JSON')
  }
}

/** PostgreSQL can store neither NUL nor half a surrogate pair. */
function refuseUnstorable(key: string, value: unknown): unknown {
  if (!isStorable(key) || (typeof value === 'string' && !isStorable(value))) throw new Error('a text cannot be stored')
  return value
}

export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/** What is asked of /token: by the query, or by a field of a form. */
export function getGrantType(request: AuthRequest): string | undefined {
  return request.req.query('grant_type') ?? request.var.form?.grant_type
}
