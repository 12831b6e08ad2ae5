import { AuthForm } from '#app/features/account/sign-in/auth-form.tsx'
import type { FormRejection } from '#app/lib/form-result.ts'

/**
 * The page for members who open the link of the first administrator. It requires a click, so that opening the link
 * alone changes nothing.
 */
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
