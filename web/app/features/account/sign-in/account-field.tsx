import type { FormRejection } from '#app/lib/form-result.ts'
import { TextField } from '#app/ui/forms/text-field.tsx'
import type { SignInOffer } from './sign-in-methods.ts'
import { keepTypedAccount } from './typed-account.ts'

/** What an account is known by: an e-mail address, and a phone number where the site takes those. */
export function AccountField({
  offer: { hasEmail, hasPhone },
  rejection,
  takesPasskey = false,
}: {
  offer: Pick<SignInOffer, 'hasEmail' | 'hasPhone'>
  rejection: FormRejection | undefined
  /** Whether passkeys are offered among the suggestions of the browser. */
  takesPasskey?: boolean
}) {
  const onlyEmail = { label: 'E-mail', type: 'email' }
  const onlyPhone = { label: 'Phone', type: 'tel', hint: 'With the code of your country, as in +39.' }
  const both = { label: 'E-mail or phone', type: 'text', hint: 'A phone number begins with + and your country’s code.' }
  const oneOf = hasEmail ? onlyEmail : onlyPhone
  return (
    <TextField
      {...(hasEmail && hasPhone ? both : oneOf)}
      name="account"
      autoComplete={takesPasskey ? 'username webauthn' : 'username'}
      autoCapitalize="off"
      spellCheck={false}
      dir="auto"
      {...keepTypedAccount(rejection)}
      error={rejection?.fieldErrors.account}
      required
    />
  )
}
