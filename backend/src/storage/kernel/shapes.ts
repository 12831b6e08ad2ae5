import * as v from 'valibot'
import { invalidShape } from '../errors.ts'

/** A whole number, even when sent as text: upstream's schemas coerce it. */
export const WholeNumber = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^-?\d{1,15}$/), v.transform(Number))], 'must be integer'),
  v.integer('must be integer'),
)

/** Checks a value sent by a client; `place` is `body` or `querystring`. */
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
