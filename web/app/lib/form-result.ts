import * as v from 'valibot'

/** The reply to a rejected form: a message for the form, one for each field, and the typed values. */
export interface FormRejection {
  message: string | undefined
  fieldErrors: Record<string, string>
  values: Record<string, string>
}

export type FormResult<T> = { accepted: true; value: T } | { accepted: false; rejection: FormRejection }

/** Names of fields that are never sent back to the page. */
const UNSENT_FIELDS = /password/i

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
  return { accepted: false, rejection: { message: undefined, fieldErrors, values: keepTyped(form) } }
}

/** Returns a rejection with one message for the whole form and the typed values. */
export function rejectForm(message: string, form: FormData): FormRejection {
  return { message, fieldErrors: {}, values: keepTyped(form) }
}

/** Returns a rejection with a message for one field and the typed values. */
export function rejectField(field: string, error: string, form: FormData): FormRejection {
  return { message: undefined, fieldErrors: { [field]: error }, values: keepTyped(form) }
}

function keepTyped(form: FormData): Record<string, string> {
  const texts = [...form].filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && !UNSENT_FIELDS.test(entry[0]),
  )
  return Object.fromEntries(texts)
}

/** The schema has no message for fields that are missing. */
function describeIssue(issue: v.BaseIssue<unknown>): string {
  return issue.received === 'undefined' ? 'Please fill this in.' : issue.message
}
