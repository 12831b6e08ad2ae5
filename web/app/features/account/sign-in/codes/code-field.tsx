import { type ReactNode, useEffect, useId, useState } from 'react'
import { useNavigation } from 'react-router'
import type { CodeLengths } from '#app/platform/config/app-settings.ts'
import { useAppSettings } from '#app/platform/root-data.ts'
import { Field } from '#app/ui/forms/field.tsx'
import { CodeInput } from '#app/ui/forms/text/code-input.tsx'

/**
 * The digits from a message of the given kind, or the six of an authenticator app. The form is submitted once the last digit is in and the page
 * is idle: forms ignore a second submission while the reply to the first is still being rendered.
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
