import * as v from 'valibot'
import { type FormResult, listTypedValues } from './form-result.ts'

/** Parses a form by its schema. The first issue of a field becomes its error. Passwords are not returned. */
export function parseForm<Schema extends v.GenericSchema>(
  schema: Schema,
  form: FormData,
): FormResult<v.InferOutput<Schema>> {
  const texts = Object.fromEntries([...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
  const parsed = v.safeParse(schema, texts)
  if (parsed.success) return { accepted: true, value: parsed.output }
  const fieldErrors: Record<string, string> = {}
  for (const issue of parsed.issues) fieldErrors[v.getDotPath(issue) ?? ''] ??= describeIssue(issue)
  return { accepted: false, rejection: { message: undefined, fieldErrors, values: listTypedValues(form) } }
}

/** The schema has no message for fields that are missing. */
function describeIssue(issue: v.BaseIssue<unknown>): string {
  return issue.received === 'undefined' ? 'Please fill this in.' : issue.message
}
