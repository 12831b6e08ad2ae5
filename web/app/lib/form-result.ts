import * as v from 'valibot'

/** What a form is told when it was not accepted: a sentence for the whole, one for each field, and what was typed. */
export interface FormRejection {
  message: string | undefined
  fieldErrors: Record<string, string>
  values: Record<string, string>
}

export type FormResult<T> = { accepted: true; value: T } | { accepted: false; rejection: FormRejection }

/** Names of fields that are never sent back to the page. */
const UNSENT_FIELDS = /password/i

/** Parses a form by its schema. The first issue of a field is its error; passwords are not among the values that return. */
export function parseForm<Schema extends v.GenericSchema>(
  schema: Schema,
  form: FormData,
): FormResult<v.InferOutput<Schema>> {
  const texts = Object.fromEntries([...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
  const parsed = v.safeParse(schema, texts)
  if (parsed.success) return { accepted: true, value: parsed.output }
  const fieldErrors: Record<string, string> = {}
  for (const issue of parsed.issues) fieldErrors[v.getDotPath(issue) ?? ''] ??= describeIssue(issue)
  return { accepted: false, rejection: { message: undefined, fieldErrors, values: keepTyped(form) } }
}

/** A rejection by one sentence that belongs to no field, with what was typed. */
export function rejectForm(message: string, form: FormData): FormRejection {
  return { message, fieldErrors: {}, values: keepTyped(form) }
}

/** A rejection by what is wrong with one field, with what was typed. */
export function rejectField(field: string, error: string, form: FormData): FormRejection {
  return { message: undefined, fieldErrors: { [field]: error }, values: keepTyped(form) }
}

function keepTyped(form: FormData): Record<string, string> {
  const texts = [...form].filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && !UNSENT_FIELDS.test(entry[0]),
  )
  return Object.fromEntries(texts)
}

/** A field that was not sent at all has no sentence of its own in the schema. */
function describeIssue(issue: v.BaseIssue<unknown>): string {
  return issue.received === 'undefined' ? 'Please fill this in.' : issue.message
}
