import { type ReactNode, useEffect, useId, useState } from 'react'
import { useNavigation } from 'react-router'
import type { CodeLengths } from '#app/platform/config/app-settings.ts'
import { useAppSettings } from '#app/platform/root-data.ts'
import { Field } from '#app/ui/forms/field.tsx'
import { CodeInput } from '#app/ui/forms/text/code-input.tsx'

/**
 * A field for the digits from a message of the given kind, or for the six digits of an authenticator app. It submits
 * its form after the last digit, once the page is idle, because a form ignores a second submission while the response
 * to the first is still being rendered.
 */
export function CodeField({
  sentBy,
  hint,
  error,
}: {
  sentBy?: keyof CodeLengths
  hint?: ReactNode
  error: string | undefined
}) {
  const { codeLengths } = useAppSettings()
  const { state } = useNavigation()
  const [isComplete, setIsComplete] = useState(false)
  const id = useId()
  useEffect(() => {
    if (!isComplete || state !== 'idle') return
    setIsComplete(false)
    const input = document.getElementById(id)
    // The reply to an earlier code may have cleared the field.
    if (input instanceof HTMLInputElement && input.validity.valid) input.form?.requestSubmit()
  }, [isComplete, state, id])
  return (
    <Field label="Code" hint={hint} error={error} id={id}>
      {(control) => (
        <CodeInput
          {...control}
          // Clears a wrong code, so that the next one can be typed or pasted at once.
          key={error}
          name="code"
          length={sentBy && codeLengths?.[sentBy]}
          // This step exists only for typing the code.
          autoFocus
          required
          onChange={() => setIsComplete(false)}
          onComplete={() => setIsComplete(true)}
        />
      )}
    </Field>
  )
}
