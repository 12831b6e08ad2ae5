import { type FormRejection, rejectForm } from '#app/lib/form-result.ts'

/** The response that replaces the lost one. Pages read the same fields from the responses of their actions. */
interface LostResponse {
  intent: string
  /** The step that contained the form, so that it stays open. */
  step: string | undefined
  /** The success message of an earlier form no longer applies. */
  done: undefined
  rejection: FormRejection
}

/** Any status of 500 and more would do: the router reloads no data after it. */
export const NOT_SAVED = 503

/** Returns the typed values of a form whose response was lost, in the shape of a rejection. */
export function toLostResponse(form: FormData): LostResponse {
  const { values } = rejectForm('', form)
  return {
    intent: values.intent ?? '',
    step: values.step,
    done: undefined,
    rejection: { message: undefined, fieldErrors: {}, values },
  }
}
