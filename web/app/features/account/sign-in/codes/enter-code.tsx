import type { ReactNode } from 'react'
import { useNavigation } from 'react-router'
import type { FormRejection } from '#app/lib/form-result.ts'
import { PageForm } from '#app/platform/navigation/page-form.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { CaptchaField } from '../../captcha/captcha-field.tsx'
import { AuthForm } from '../auth-form.tsx'
import { CodeField } from './code-field.tsx'

/** The form for the code of an email or text message, with a button to send another one. */
export function EnterCode({
  title,
  lead,
  submitLabel,
  sentTo,
  sendAgainIntent,
  rejection,
  after,
}: {
  title: string
  lead: ReactNode
  submitLabel: string
  /** The address or number as it was typed. */
  sentTo: string
  sendAgainIntent: string
  rejection: FormRejection | undefined
  after: ReactNode
}) {
  return (
    <AuthForm
      intent="check-code"
      title={title}
      lead={lead}
      submitLabel={submitLabel}
      busyLabel="Checking"
      rejection={rejection}
      after={
        <div className="auth-after">
          <SendAgain intent={sendAgainIntent} sentTo={sentTo} rejection={rejection} />
          {after}
        </div>
      }
    >
      <input type="hidden" name="account" value={sentTo} />
      <CodeField error={rejection?.fieldErrors.code} />
    </AuthForm>
  )
}

function SendAgain({ intent, sentTo, rejection }: { intent: string; sentTo: string; rejection: unknown }) {
  const isBusy = useNavigation().formData?.get('intent') === intent
  return (
    <PageForm method="post" className="auth-again">
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="account" value={sentTo} />
      <CaptchaField rejection={rejection} />
      <span>No message after a minute?</span>
      <Button type="submit" variant="bare" size="small" busy={isBusy} busyLabel="Sending">
        Send it again
      </Button>
    </PageForm>
  )
}
