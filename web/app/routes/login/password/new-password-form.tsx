import { AuthForm } from '#app/features/account/sign-in/auth-form.tsx'
import { PasswordField } from '#app/ui/forms/text/password-field.tsx'
import type { LoginResponse } from '../login-result.ts'

/** Sets a new password after the emailed link has signed the member in. */
export function NewPasswordForm({ rejection }: LoginResponse) {
  return (
    <AuthForm
      intent="new-password"
      title="Choose a new password"
      lead="You are signed in. Your other devices will have to sign in again."
      submitLabel="Save and continue"
      busyLabel="Saving"
      rejection={rejection}
    >
      <PasswordField
        label="New password"
        name="password"
        autoComplete="new-password"
        hint="At least 8 characters. A short sentence makes a good password."
        error={rejection?.fieldErrors.password}
        required
      />
    </AuthForm>
  )
}
