import { href } from 'react-router'
import { AuthForm } from '#app/features/account/sign-in/auth-form.tsx'
import { keepTypedAccount } from '#app/features/account/sign-in/typed-account.ts'
import { TextField } from '#app/ui/forms/text-field.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import type { LoginReply } from '../login-result.ts'

/** Asking for a mail that opens the door to a new password. The answer is the same whether there is an account or not. */
export function ForgotPasswordForm({ rejection, sentTo }: LoginReply) {
  const back = (
    <p className="auth-after">
      <TextLink to={href('/auth/login')}>Back to log in</TextLink>
    </p>
  )
  if (sentTo) {
    return (
      <>
        <h1 className="auth-title">Check your mail</h1>
        <p className="auth-lead" role="status">
          If there is an account for <b dir="auto">{sentTo}</b>, a link is on its way. Open it in this browser; it is
          good for an hour.
        </p>
        {back}
      </>
    )
  }
  return (
    <AuthForm
      intent="forgotten"
      title="A new password"
      lead="Tell us your e-mail address. We send a link with which you can set a new one."
      submitLabel="Send the link"
      busyLabel="Sending"
      rejection={rejection}
      hasCaptcha
      after={back}
    >
      <TextField
        label="E-mail"
        name="email"
        type="email"
        autoComplete="username"
        {...keepTypedAccount(rejection, 'email')}
        error={rejection?.fieldErrors.email}
        required
      />
    </AuthForm>
  )
}
