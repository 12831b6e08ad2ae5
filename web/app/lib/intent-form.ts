import { useEffect, useRef } from 'react'
import { useActionData, useFetcher } from 'react-router'
import type { FormRejection } from './form-result.ts'

/** What an action with several intents answers: done, or what was wrong with which form. */
export interface IntentReply {
  intent: string
  rejection: FormRejection | undefined
}

/**
 * One of several forms of a page. With script it is sent in the background; without, the page comes back and the same reply
 * is read from it. `onDone` is called once after each form that was accepted.
 */
export function useIntentForm(intent: string, onDone?: () => void) {
  const fetcher = useFetcher<IntentReply>()
  const posted = useActionData<IntentReply | undefined>()
  const answered = fetcher.data ?? (posted?.intent === intent ? posted : undefined)
  const callback = useRef(onDone)
  callback.current = onDone
  useEffect(() => {
    if (fetcher.data && !fetcher.data.rejection) callback.current?.()
  }, [fetcher.data])
  return {
    Form: fetcher.Form,
    isBusy: fetcher.state !== 'idle',
    /** What is on its way, for showing it at once. */
    sent: fetcher.formData,
    rejection: answered?.rejection,
  }
}
