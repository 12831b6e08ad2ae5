import * as v from 'valibot'
import { bodyTooLarge, invalidShape } from './errors.ts'

const BODY_LIMIT_BYTES = 1024 * 1024

/** A whole number, also when it is sent as text, as upstream's schemas coerce. */
export const WholeNumber = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^-?\d{1,15}$/), v.transform(Number))]),
  v.integer(),
)

/** Reads and checks a JSON body; an empty one counts as `{}`. Throws in the words of upstream's schema errors. */
export async function readJsonBody<Body>(request: Request, schema: v.GenericSchema<unknown, Body>): Promise<Body> {
  const text = await readText(request)
  return parseShape(text.trim() === '' ? {} : parseJson(text), schema, 'body')
}

/** Checks a value that a client sent; `place` is `body` or `querystring`. */
export function parseShape<Value>(value: unknown, schema: v.GenericSchema<unknown, Value>, place: string): Value {
  const parsed = v.safeParse(schema, value)
  if (!parsed.success) throw invalidShape(describeIssue(parsed.issues[0], place))
  return parsed.output
}

function describeIssue(issue: v.BaseIssue<unknown>, place: string): string {
  const path = v.getDotPath(issue)
  if (path && issue.input === undefined) return `${place} must have required property '${path}'`
  return path ? `${place}/${path.replaceAll('.', '/')} ${issue.message}` : `${place} ${issue.message}`
}

async function readText(request: Request): Promise<string> {
  if (Number(request.headers.get('content-length') ?? 0) > BODY_LIMIT_BYTES) throw bodyTooLarge()
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > BODY_LIMIT_BYTES) throw bodyTooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalidShape('body must be JSON')
  }
}
