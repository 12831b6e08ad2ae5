import { type ReactNode, useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import type { FormRejection } from '#app/lib/form-result.ts'
import { useAppSettings } from '#app/platform/root-data.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { useInvalidFocus } from '#app/ui/forms/use-invalid-focus.ts'
import { CaptchaField } from '../captcha/captcha-field.tsx'

/** One step of signing in or up: title, text, fields and one button. */
export function AuthForm({
  intent,
  title,
  lead,
  submitLabel,
  busyLabel,
  rejection,
  message,
  hasCaptcha = false,
  children,
  after,
}: {
  intent: string
  title: string
  lead?: ReactNode
  submitLabel: string
  busyLabel: string
  rejection: FormRejection | undefined
  /** A message about the step before, such as an expired link. */
  message?: string | undefined
  /** True if the service may ask for a captcha with this form. */
  hasCaptcha?: boolean
  children: ReactNode
  after?: ReactNode
}) {
  const form = useRef<HTMLFormElement>(null)
  const isBusy = useNavigation().state !== 'idle'
  const { captcha } = useAppSettings()
  const problem = rejection?.message ?? message
  useInvalidFocus(form, rejection)
  return (
    <>
      <h1 className="auth-title">{title}</h1>
      {lead && <p className="auth-lead">{lead}</p>}
      {problem && <Notice kind="bad">{problem}</Notice>}
      <Form
        ref={form}
        method="post"
        className="auth-fields"
        noValidate
        // Without the widget the service would reject the form, and the password would have to be typed again.
        data-early-submit={hasCaptcha && captcha ? true : undefined}
      >
        <input type="hidden" name="intent" value={intent} />
        {children}
        {hasCaptcha && <CaptchaField rejection={rejection} />}
        <Button type="submit" variant="primary" busy={isBusy} busyLabel={busyLabel}>
          {submitLabel}
        </Button>
      </Form>
      {after}
    </>
  )
}
