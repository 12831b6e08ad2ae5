import * as v from 'valibot'
import type { AuthRequest } from './context.ts'
import { errors } from './errors.ts'

/** Members may store any JSON object about themselves. */
export const JsonObject = v.record(v.string(), v.unknown())

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
  const body = parseJson(await request.req.text())
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
  return text.trim() === '' ? v.parse(schema, {}) : readBody(request, schema)
}

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
