import { AuthForm } from '#app/features/account/sign-in/auth-form.tsx'
import { PasswordField } from '#app/ui/forms/password-field.tsx'
import type { LoginReply } from '../login-result.ts'

/** Setting a new password, after the link of the mail has signed the member in. */
export function NewPasswordForm({ rejection }: LoginReply) {
  return (
    <AuthForm
      intent="new-password"
      title="Your new password"
      lead="You are signed in. Other devices will have to sign in anew."
      submitLabel="Save and go on"
      busyLabel="Saving"
      rejection={rejection}
    >
      <PasswordField
        label="New password"
        name="password"
        autoComplete="new-password"
        hint="At least 8 characters. A short sentence is better than a twisted word."
        error={rejection?.fieldErrors.password}
        required
      />
    </AuthForm>
  )
}
