import type { ReactNode } from 'react'
import { CodeInput } from '#app/ui/forms/code-input.tsx'
import { Field } from '#app/ui/forms/field.tsx'

/** The six digits of a message or an app. The form is sent as soon as the last one is in. */
export function CodeField({ hint, error }: { hint?: ReactNode; error: string | undefined }) {
  return (
    <Field label="Code" hint={hint} error={error}>
      {(control) => (
        <CodeInput
          {...control}
          // A wrong code is taken out, so that the next one can be typed or pasted at once.
          key={error}
          name="code"
          // The step was chosen to type this and nothing else.
          autoFocus
          required
          onComplete={() => document.getElementById(control.id)?.closest('form')?.requestSubmit()}
        />
      )}
    </Field>
  )
}
