import { useEffect, useRef } from 'react'
import { useActionData, useFetcher } from 'react-router'
import type { FormRejection } from './form-result.ts'

/** The response of an action with several intents: done, or the errors of one form. */
export interface IntentResponse {
  intent: string
  rejection: FormRejection | undefined
  /** The id of the row that the intent has created, for those that return it. */
  created?: string | undefined
}

/**
 * Returns one of several forms of a page. With JavaScript it is submitted in the background. Without it the page
 * reloads and shows the same response. `onDone` is called once after each accepted submission, with its values.
 */
export function useIntentForm(intent: string, onDone?: (sent: FormData | undefined) => void) {
  const fetcher = useFetcher<IntentResponse>()
  const posted = useActionData<IntentResponse | undefined>()
  const answered = fetcher.data ?? (posted?.intent === intent ? posted : undefined)
  const callback = useRef(onDone)
  callback.current = onDone
  const lastSent = useRef<FormData>(undefined)
  lastSent.current = fetcher.formData ?? lastSent.current
  useEffect(() => {
    if (fetcher.data && !fetcher.data.rejection) callback.current?.(lastSent.current)
  }, [fetcher.data])
  return {
    Form: fetcher.Form,
    isBusy: fetcher.state !== 'idle',
    /** The submitted values, for optimistic updates. */
    sent: fetcher.formData,
    /** The id of the created row, once the page's data contain it. */
    created: fetcher.state === 'idle' ? fetcher.data?.created : undefined,
    rejection: answered?.rejection,
    /** The response with JavaScript. */
    response: fetcher.data,
  }
}
