import { type FormRejection, rejectForm } from '#app/lib/form-result.ts'

/** The reply that replaces the lost one. Pages read the same fields from the replies of their actions. */
interface LostReply {
  intent: string
  /** The step that contained the form, so that it stays open. */
  step: string | undefined
  /** The success message of an earlier form no longer applies. */
  done: undefined
  rejection: FormRejection
}

/** Any status of 500 and more would do: the router reloads no data after it. */
export const NOT_SAVED = 503

export function toLostReply(form: FormData): LostReply {
  const { values } = rejectForm('', form)
  return {
    intent: values.intent ?? '',
    step: values.step,
    done: undefined,
    rejection: { message: undefined, fieldErrors: {}, values },
  }
}
