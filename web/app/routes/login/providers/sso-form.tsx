import { AuthForm } from '#app/features/account/sign-in/auth-form.tsx'
import { useInvitationToken } from '#app/features/account/sign-in/methods/provider-buttons.tsx'
import type { SignInOffer } from '#app/features/account/sign-in/methods/sign-in-methods.ts'
import { getTypedAccountProps } from '#app/features/account/sign-in/typed-account.ts'
import type { FormRejection } from '#app/lib/form-result.ts'
import { TextField } from '#app/ui/forms/text/text-field.tsx'
import { OtherSignInMethods } from '../other-sign-in-methods.tsx'

/** Single sign-on. The domain of the address selects the organisation. */
export function SsoForm({ offer, rejection }: { offer: SignInOffer; rejection: FormRejection | undefined }) {
  const invitation = useInvitationToken()
  return (
    <AuthForm
      intent="organisation"
      title="Sign in with your organisation"
      lead="Enter your work or school address. We take you to its sign-in page, which brings you back here."
      submitLabel="Continue"
      busyLabel="Redirecting"
      rejection={rejection}
      hasCaptcha
      after={<OtherSignInMethods offer={offer} besides="organisation" />}
    >
      {invitation && <input type="hidden" name="invitation" value={invitation} />}
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        dir="auto"
        {...getTypedAccountProps(rejection, 'email')}
        error={rejection?.fieldErrors.email}
        required
      />
    </AuthForm>
  )
}
