import type { ReactNode } from 'react'
import { Field } from '#app/ui/forms/field.tsx'
import { CodeInput } from '#app/ui/forms/text/code-input.tsx'

/** The six digits from a message or an authenticator app. The form is submitted once the last digit is in. */
export function CodeField({ hint, error }: { hint?: ReactNode; error: string | undefined }) {
  return (
    <Field label="Code" hint={hint} error={error}>
      {(control) => (
        <CodeInput
          {...control}
          // Clears a wrong code, so that the next one can be typed or pasted at once.
          key={error}
          name="code"
          // This step exists only for typing the code.
          autoFocus
          required
          onComplete={() => document.getElementById(control.id)?.closest('form')?.requestSubmit()}
        />
      )}
    </Field>
  )
}
