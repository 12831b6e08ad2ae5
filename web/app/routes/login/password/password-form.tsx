import { href } from 'react-router'
import { AccountField } from '#app/features/account/sign-in/account-field.tsx'
import { AuthForm } from '#app/features/account/sign-in/auth-form.tsx'
import { SendAgain } from '#app/features/account/sign-in/codes/send-again.tsx'
import type { SignInOffer } from '#app/features/account/sign-in/methods/sign-in-methods.ts'
import { PasswordField } from '#app/ui/forms/text/password-field.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import { usePasskeyAutofill } from '../device/passkey-autofill.ts'
import type { LoginResponse } from '../login-result.ts'
import { OtherSignInMethods } from '../other-sign-in-methods.tsx'

/** Sign-in with email address or phone number and password, with all other methods below. */
export function PasswordForm({
  offer,
  response: { rejection, unconfirmed },
  message,
}: {
  offer: SignInOffer
  response: LoginResponse
  message: string | undefined
}) {
  usePasskeyAutofill(offer.hasPasskeys)
  return (
    <AuthForm
      intent="password"
      title="Sign in"
      lead="Good to see you again."
      submitLabel="Sign in"
      busyLabel="Signing in"
      rejection={rejection}
      message={message}
      hasCaptcha
      after={
        <>
          {unconfirmed && (
            <div className="auth-after">
              <SendAgain fields={{ intent: 'confirm-again', account: unconfirmed }} />
            </div>
          )}
          <OtherSignInMethods offer={offer} besides="password" />
          {offer.isOpen && (
            <p className="auth-after">
              New here? <TextLink to={href('/auth/signup')}>Sign up</TextLink>
            </p>
          )}
        </>
      }
    >
      <AccountField offer={offer} rejection={rejection} takesPasskey={offer.hasPasskeys} />
      <div>
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          error={rejection?.fieldErrors.password}
          required
        />
        <p className="auth-hint">
          <TextLink to={{ pathname: href('/auth/login'), search: '?step=forgotten' }}>Forgot your password?</TextLink>
        </p>
      </div>
    </AuthForm>
  )
}
