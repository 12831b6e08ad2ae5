import type * as v from 'valibot'
import { describeDataError } from './describe-data-error.ts'
import { type FormRejection, parseForm, rejectForm } from './form-result.ts'

/** What one intent of a page does: nothing to say when it went well, else why not. */
export type FormCommand<Call extends { form: FormData }> = (call: Call) => Promise<FormRejection | undefined>

/** A command that runs with what its schema makes of the form; a form that does not fit is rejected. */
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

/** Runs a command; what `describe` has a sentence for is the person's to mend, other failures go on. */
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
