import type * as v from 'valibot'
import { describeDataError } from './describe-data-error.ts'
import { type FormRejection, rejectForm } from './form-result.ts'
import { parseForm } from './parse-form.ts'

/** Runs one intent of a page. Returns undefined on success, otherwise the errors. */
export type FormCommand<Call extends { form: FormData }> = (call: Call) => Promise<FormRejection | undefined>

/** Returns a command that runs with the parsed form. An invalid form is rejected. */
export function withForm<Call extends { form: FormData }, Schema extends v.GenericSchema>(
  schema: Schema,
  run: (call: Call, value: v.InferOutput<Schema>) => Promise<void>,
): FormCommand<Call> {
  return async (call) => {
    const parsed = parseForm(schema, call.form)
    if (!parsed.accepted) return parsed.rejection
    await run(call, parsed.value)
    return undefined
  }
}

/** Runs a command. Errors that `describe` has a message for are returned; all others are thrown. */
export async function attemptCommand<Call extends { form: FormData }>(
  command: FormCommand<Call>,
  call: Call,
  describe: (error: unknown) => string | undefined = describeDataError,
): Promise<FormRejection | undefined> {
  try {
    return await command(call)
  } catch (error) {
    const sentence = describe(error)
    if (sentence === undefined) throw error
    return rejectForm(sentence, call.form)
  }
}
