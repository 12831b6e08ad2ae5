import { type ReactNode, useEffect, useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import { Button } from '#app/ui/buttons/button.tsx'
import type { ButtonVariant } from '#app/ui/buttons/button-class.ts'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import type { SettingsReply } from './action-result.ts'
import { type SettingsSection, settingsUrl } from './settings-sections.ts'

/** One form of the settings: fields and one button. What it answers is said above the part, or at the fields. */
export function SettingsForm({
  part,
  intent,
  step,
  sends = {},
  reply,
  submitLabel,
  busyLabel,
  variant = 'primary',
  hasFile = false,
  backLabel,
  children,
}: {
  part: SettingsSection
  intent: string
  /** The step of the part that this form is on; refused, it is shown again. */
  step?: string
  /** Fields that nobody sees. */
  sends?: Record<string, string>
  reply: SettingsReply | undefined
  submitLabel: string
  busyLabel: string
  variant?: ButtonVariant
  hasFile?: boolean
  /** The way out without doing anything. */
  backLabel?: string
  children?: ReactNode
}) {
  const form = useRef<HTMLFormElement>(null)
  const isBusy = useNavigation().formData?.get('intent') === intent
  const isRefused = reply?.intent === intent && reply.rejection !== undefined
  useEffect(() => {
    if (isRefused && reply) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [isRefused, reply])
  return (
    <Form
      ref={form}
      method="post"
      action={settingsUrl(part)}
      className="settings-form"
      encType={hasFile ? 'multipart/form-data' : undefined}
      preventScrollReset
      noValidate
    >
      {children}
      <HiddenFields fields={{ ...sends, intent, ...(step && { step }) }} />
      <div className="settings-buttons">
        <Button type="submit" variant={variant} busy={isBusy} busyLabel={busyLabel}>
          {submitLabel}
        </Button>
        {backLabel && <TextLink to={settingsUrl(part)}>{backLabel}</TextLink>}
      </div>
    </Form>
  )
}

/** A form that is one button in a line. */
export function ActionForm({
  part,
  sends,
  label,
  hiddenLabel = label,
  busyLabel,
  variant = 'quiet',
  icon,
}: {
  part: SettingsSection
  sends: Record<string, string> & { intent: string }
  label: string
  /** For screen readers, which do not see the line: what the button is about. */
  hiddenLabel?: string
  busyLabel: string
  variant?: ButtonVariant
  icon?: ReactNode
}) {
  const sent = useNavigation().formData
  const isBusy = sent !== undefined && Object.entries(sends).every(([name, value]) => sent.get(name) === value)
  return (
    <Form method="post" action={settingsUrl(part)} preventScrollReset>
      <HiddenFields fields={sends} />
      <Button type="submit" {...{ variant, icon, busyLabel }} busy={isBusy} aria-label={hiddenLabel}>
        {label}
      </Button>
    </Form>
  )
}

function HiddenFields({ fields }: { fields: Record<string, string> }) {
  return Object.entries(fields).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)
}
