import type { InputEvent } from 'react'
import type { FormRejection } from '#app/lib/form-result.ts'

/** Written only by events, so it stays empty on the server, where many visitors share it. */
let typedAccount = ''

interface TypedAccountField {
  defaultValue: string | undefined
  onInput: (event: InputEvent<HTMLInputElement>) => void
}

/**
 * Properties of a field for an email address or phone number that keep the text across the steps of signing in, so
 * that it need not be typed again after a forgotten password. It is kept only in this tab's memory.
 */
export function getTypedAccountProps(rejection: FormRejection | undefined, name = 'account'): TypedAccountField {
  return {
    defaultValue: rejection?.values[name] ?? (typedAccount || undefined),
    onInput: ({ currentTarget }) => {
      typedAccount = currentTarget.value
    },
  }
}

/** Clears it after signing in, because the next person at this device may be someone else. */
export function clearTypedAccount(): void {
  typedAccount = ''
}
