import { checkBy } from '#app/lib/check-by.ts'
import type { FormRejection } from '#app/lib/form-result.ts'
import { TextField } from '#app/ui/forms/text/text-field.tsx'
import type { SignInOffer } from './methods/sign-in-methods.ts'
import { SignInNameText } from './sign-in-schema.ts'
import { getTypedAccountProps } from './typed-account.ts'

const checkName = checkBy(SignInNameText)

/** The field for the account's email address, or phone number where the site accepts those. */
export function AccountField({
  offer: { hasEmail, hasPhone },
  rejection,
  takesPasskey = false,
}: {
  offer: Pick<SignInOffer, 'hasEmail' | 'hasPhone'>
  rejection: FormRejection | undefined
  /** Offers passkeys in the browser's autofill suggestions. */
  takesPasskey?: boolean
}) {
  const onlyEmail = { label: 'Email', type: 'email' }
  const onlyPhone = { label: 'Phone', type: 'tel', hint: 'With your country code, such as +39.' }
  const both = { label: 'Email or phone', type: 'text', hint: 'A phone number starts with + and your country code.' }
  const oneOf = hasEmail ? onlyEmail : onlyPhone
  return (
    <TextField
      {...(hasEmail && hasPhone ? both : oneOf)}
      name="account"
      autoComplete={takesPasskey ? 'username webauthn' : 'username'}
      autoCapitalize="off"
      spellCheck={false}
      dir="auto"
      {...getTypedAccountProps(rejection)}
      error={rejection?.fieldErrors.account}
      check={checkName}
      required
    />
  )
}
