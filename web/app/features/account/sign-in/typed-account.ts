import type { InputEvent } from 'react'
import type { FormRejection } from '#app/lib/form-result.ts'

/** Only events write it, so it stays empty on the server, which has many visitors. */
let typedAccount = ''

interface TypedAccountField {
  defaultValue: string | undefined
  onInput: (event: InputEvent<HTMLInputElement>) => void
}

/**
 * Properties of a field for an e-mail address or a phone number that holds what was typed on another step of signing in: whoever
 * typed an address and then has forgotten the password does not type it again. In the memory of this tab alone.
 */
export function keepTypedAccount(rejection: FormRejection | undefined, name = 'account'): TypedAccountField {
  return {
    defaultValue: rejection?.values[name] ?? (typedAccount || undefined),
    onInput: ({ currentTarget }) => {
      typedAccount = currentTarget.value
    },
  }
}

/** After signing in: the next person at this screen may be another one. */
export function forgetTypedAccount(): void {
  typedAccount = ''
}
