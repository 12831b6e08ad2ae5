import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import type { ButtonVariant } from '#app/ui/button-class.ts'
import { Notice } from '#app/ui/notice.tsx'
import type { SettingsReply } from './settings-steps.ts'

/** One form of the settings: what was wrong or went well, fields, one button. */
export function SettingsForm({
  intent,
  reply,
  submitLabel,
  busyLabel,
  variant = 'primary',
  hasFile = false,
  children,
}: {
  intent: string
  reply: SettingsReply | undefined
  submitLabel: string
  busyLabel: string
  variant?: ButtonVariant
  hasFile?: boolean
  children?: ReactNode
}) {
  const isBusy = useNavigation().formData?.get('intent') === intent
  const own = reply?.intent === intent ? reply : undefined
  return (
    <Form
      method="post"
      className="settings-form"
      encType={hasFile ? 'multipart/form-data' : undefined}
      preventScrollReset
      noValidate
    >
      {own?.rejection?.message && <Notice kind="bad">{own.rejection.message}</Notice>}
      <div role="status">{own?.done && <Notice kind="ok">{own.done}</Notice>}</div>
      {children}
      <input type="hidden" name="intent" value={intent} />
      <div>
        <Button type="submit" variant={variant} busy={isBusy} busyLabel={busyLabel}>
          {submitLabel}
        </Button>
      </div>
    </Form>
  )
}
