/** The response to a rejected form: a message for the form, one for each field, and the typed values. */
export interface FormRejection {
  message: string | undefined
  fieldErrors: Record<string, string>
  values: Record<string, string>
}

export type FormResult<T> = { accepted: true; value: T } | { accepted: false; rejection: FormRejection }

/** Names of fields that are never sent back to the page. */
const UNSENT_FIELDS = /password/i

/** Returns a rejection with one message for the whole form and the typed values. */
export function rejectForm(message: string, form: FormData): FormRejection {
  return { message, fieldErrors: {}, values: listTypedValues(form) }
}

/** Returns a rejection with a message for one field and the typed values. */
export function rejectField(field: string, error: string, form: FormData): FormRejection {
  return { message: undefined, fieldErrors: { [field]: error }, values: listTypedValues(form) }
}

/** Returns the values of a form's text fields, without passwords. */
export function listTypedValues(form: FormData): Record<string, string> {
  const texts = [...form].filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && !UNSENT_FIELDS.test(entry[0]),
  )
  return Object.fromEntries(texts)
}
