import type { ReactNode } from 'react'
import type { FormRejection } from '#app/lib/form-result.ts'
import { CaptchaField } from '../../captcha/captcha-field.tsx'
import { AuthForm } from '../auth-form.tsx'
import { CodeField } from './code-field.tsx'
import { SendAgain } from './send-again.tsx'

/** The form for the code of an email or text message, with a button to send another one. */
export function EnterCode({
  title,
  lead,
  submitLabel,
  sentTo,
  sendAgainIntent,
  sendAgainField = 'account',
  rejection,
  after,
}: {
  title: string
  lead: ReactNode
  submitLabel: string
  /** The address or number as it was typed. */
  sentTo: string
  sendAgainIntent: string
  /** The field in which that form expects the address or number. */
  sendAgainField?: string
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
          <SendAgain fields={{ intent: sendAgainIntent, [sendAgainField]: sentTo, again: 'true' }}>
            <CaptchaField rejection={rejection} />
          </SendAgain>
          {after}
        </div>
      }
    >
      <input type="hidden" name="account" value={sentTo} />
      <CodeField sentBy={sentTo.includes('@') ? 'email' : 'phone'} error={rejection?.fieldErrors.code} />
    </AuthForm>
  )
}
