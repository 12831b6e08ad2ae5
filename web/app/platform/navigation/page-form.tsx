import { type ComponentProps, type SubmitEvent, useLayoutEffect, useRef, useState } from 'react'
import { Form, useActionData, useLocation, useNavigation } from 'react-router'
import { isSameSubmitter, PendingSubmit, type Submitter } from '#app/lib/pending-submit.ts'

/** The longest time between a submission and the start of its navigation, in milliseconds. */
const START_MS = 500

/**
 * A form that posts to a page. The pressed button is busy until the reply has been rendered, and does not submit a
 * second time until then. Not for forms that submit themselves after each change.
 */
export function PageForm({ onSubmit, ...props }: ComponentProps<typeof Form> & { method: 'post' }) {
  const { state } = useNavigation()
  const [submitter, setSubmitter] = useState<Submitter | null>(null)
  const sentAt = useRef(0)
  const isPending = submitter !== null && state !== 'idle'
  // After a quick response the state may never have changed. The action's data or the location then reveals the response.
  const response = useActionData<unknown>()
  const { key } = useLocation()
  // Before the effects of fields, which may submit the form as soon as the page is idle.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each response ends the submission
  useLayoutEffect(() => {
    if (state !== 'idle') return
    setSubmitter(null)
    sentAt.current = 0
  }, [state, response, key])
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    const pressed = readSubmitter(event.submitter)
    const isStarting = Date.now() - sentAt.current < START_MS
    if ((isPending || isStarting) && isSameSubmitter(submitter, pressed)) return event.preventDefault()
    onSubmit?.(event)
    if (event.defaultPrevented) return
    sentAt.current = Date.now()
    setSubmitter(pressed)
  }
  return (
    <PendingSubmit value={isPending ? submitter : null}>
      <Form {...props} onSubmit={handleSubmit} />
    </PendingSubmit>
  )
}

function readSubmitter(button: HTMLElement | null): Submitter {
  return button instanceof HTMLButtonElement ? { name: button.name, value: button.value } : { name: '', value: '' }
}
