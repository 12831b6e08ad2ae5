import { createMiddleware } from 'hono/factory'
import * as v from 'valibot'
import { AppError } from '../../http/app-error.ts'
import { JsonObject } from '../../http/json-object.ts'
import { errors } from '../errors.ts'
import { isSmallMetadata } from '../kernel/values/metadata.ts'
import type { AuthEnv, AuthRequest } from './context.ts'

/** The metadata of an account, as a request sets it. */
export const MemberData = v.pipe(JsonObject, v.check(isSmallMetadata, 'must not be larger than 64 KiB'))

/** The two PKCE parameters that many endpoints accept. */
export const PkceEntries = {
  code_challenge: v.optional(v.string()),
  code_challenge_method: v.optional(v.string()),
}

/**
 * Parses a JSON body. Unknown fields are ignored, and null counts as absent, because clients send `code_challenge:
 * null`. The schema checks JSON types only; endpoints check values with their own messages.
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

/** Like {@link readBody}, for endpoints with an optional body. */
export async function readOptionalBody<Schema extends v.GenericSchema<unknown, unknown>>(
  request: AuthRequest,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  const text = await request.req.text()
  return text.trim() === '' && !request.var.form ? v.parse(schema, {}) : readBody(request, schema)
}

/** Accepts a form body in place of JSON (auth 7.2). */
export const readForm = createMiddleware<AuthEnv>(async (request, next) => {
  const type = request.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
  const text = type === 'application/x-www-form-urlencoded' ? await request.req.text() : '{'
  // Some tools label every body as a form by default.
  if (!text.trimStart().startsWith('{')) {
    const fields = [...new URLSearchParams(text)]
    if (!fields.flat().every(isStorable)) throw unstorable()
    request.set('form', Object.fromEntries(fields))
  }
  await next()
})

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, rejectUnstorable)
  } catch (error) {
    throw error instanceof AppError ? error : errors.badJson('the body is empty or not JSON')
  }
}

/** PostgreSQL can store neither NUL nor half a surrogate pair. */
function rejectUnstorable(key: string, value: unknown): unknown {
  if (!isStorable(key) || (typeof value === 'string' && !isStorable(value))) throw unstorable()
  return value
}

function unstorable(): AppError {
  return errors.badJson('a text contains a NUL character or half of a surrogate pair')
}

/** Returns true for a text that PostgreSQL can store: without NUL and without half a surrogate pair. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/** Returns the grant type of /token, from the query or a form field. */
export function getGrantType(request: AuthRequest): string | undefined {
  return request.req.query('grant_type') ?? request.var.form?.grant_type
}
