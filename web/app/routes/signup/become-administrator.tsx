import { AuthForm } from '#app/features/account/sign-in/auth-form.tsx'
import type { FormRejection } from '#app/lib/form-result.ts'

/** For a member who opens the link of the first administrator while signed in. A form, so that opening it does nothing. */
export function BecomeAdministrator({ rejection }: { rejection: FormRejection | undefined }) {
  return (
    <AuthForm
      intent="claim"
      title="Run this site"
      lead="This link makes your account the administrator of this site. It works once."
      submitLabel="Become the administrator"
      busyLabel="One moment"
      rejection={rejection}
    >
      {null}
    </AuthForm>
  )
}
