import { href } from 'react-router'
import { AuthForm } from '#app/features/account/sign-in/auth-form.tsx'
import { EnterCode } from '#app/features/account/sign-in/codes/enter-code.tsx'
import { getTypedAccountProps } from '#app/features/account/sign-in/typed-account.ts'
import { TextField } from '#app/ui/forms/text/text-field.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import type { LoginResponse } from '../login-result.ts'

/**
 * Requests an email to reset the password, and takes its code. The response is the same whether or not the account
 * exists.
 */
export function ForgotPasswordForm({ rejection, sentTo }: LoginResponse) {
  const back = (
    <p className="auth-after">
      <TextLink to={href('/auth/login')}>Back to sign in</TextLink>
    </p>
  )
  if (sentTo) {
    return (
      <EnterCode
        title="Check your email"
        lead={
          <>
            If there is an account for <b dir="auto">{sentTo}</b>, we have sent it a link and a code. Open the link in
            this browser, or enter the code here.
          </>
        }
        submitLabel="Continue"
        sentTo={sentTo}
        sendAgainIntent="forgotten"
        sendAgainField="email"
        rejection={rejection}
        after={back}
      />
    )
  }
  return (
    <AuthForm
      intent="forgotten"
      title="Reset your password"
      lead="Enter your email address. We send you a link to set a new password."
      submitLabel="Send link"
      busyLabel="Sending"
      rejection={rejection}
      hasCaptcha
      after={back}
    >
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        {...getTypedAccountProps(rejection, 'email')}
        error={rejection?.fieldErrors.email}
        required
      />
    </AuthForm>
  )
}
