import { type ReactNode, useRef } from 'react'
import { useNavigation } from 'react-router'
import { PageForm } from '#app/platform/navigation/page-form.tsx'
import { AskBeforeLeaving } from '#app/platform/unsaved/ask-before-leaving.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import type { ButtonVariant } from '#app/ui/buttons/button-class.ts'
import { keepFromSubmitting } from '#app/ui/forms/keep-from-submitting.ts'
import { useInvalidFocus } from '#app/ui/forms/use-invalid-focus.ts'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import type { SettingsResponse } from './action-result.ts'
import { type SettingsSection, settingsUrl } from './settings-sections.ts'

/** A settings form: fields and one button. Its response appears above the section or at the fields. */
export function SettingsForm({
  section,
  intent,
  step,
  sends = {},
  response,
  submitLabel,
  busyLabel,
  variant = 'primary',
  hasFile = false,
  backLabel,
  children,
}: {
  section: SettingsSection
  intent: string
  /** The step that contains this form, shown again if the form is rejected. */
  step?: string
  /** Hidden fields. */
  sends?: Record<string, string>
  response: SettingsResponse | undefined
  submitLabel: string
  busyLabel: string
  variant?: ButtonVariant
  hasFile?: boolean
  /** The label of the link that cancels. */
  backLabel?: string
  children?: ReactNode
}) {
  const form = useRef<HTMLFormElement>(null)
  const isBusy = useNavigation().formData?.get('intent') === intent
  const isRejected = response?.intent === intent && response.rejection !== undefined
  const isSaved = response?.intent === intent && !isRejected
  useInvalidFocus(form, isRejected ? response : undefined)
  return (
    <PageForm
      ref={form}
      method="post"
      action={settingsUrl(section)}
      className="settings-form"
      encType={hasFile ? 'multipart/form-data' : undefined}
      preventScrollReset
      noValidate
      onKeyDown={variant === 'danger' ? keepFromSubmitting : undefined}
    >
      <AskBeforeLeaving form={form} saved={isSaved ? response : undefined} />
      {children}
      <HiddenFields fields={{ ...sends, intent, ...(step && { step }) }} />
      <div className="settings-buttons">
        <Button type="submit" variant={variant} busy={isBusy} busyLabel={busyLabel}>
          {submitLabel}
        </Button>
        {backLabel && (
          <TextLink to={settingsUrl(section)} data-discards-changes>
            {backLabel}
          </TextLink>
        )}
      </div>
    </PageForm>
  )
}

/** A form that is a single button within a row. */
export function ActionForm({
  section,
  sends,
  label,
  hiddenLabel = label,
  busyLabel,
  variant = 'quiet',
  icon,
  needsScript = false,
}: {
  section: SettingsSection
  sends: Record<string, string> & { intent: string }
  label: string
  /** The accessible name, which includes the subject of the button. */
  hiddenLabel?: string
  busyLabel: string
  variant?: ButtonVariant
  icon?: ReactNode
  /** Hides the button without JavaScript. A press before the page is hydrated waits for it. */
  needsScript?: boolean
}) {
  const sent = useNavigation().formData
  const isBusy = sent !== undefined && Object.entries(sends).every(([name, value]) => sent.get(name) === value)
  return (
    <PageForm
      method="post"
      action={settingsUrl(section)}
      className={needsScript ? 'needs-script' : undefined}
      data-early-submit={needsScript || undefined}
      preventScrollReset
    >
      <HiddenFields fields={sends} />
      <Button type="submit" {...{ variant, icon, busyLabel }} busy={isBusy} aria-label={hiddenLabel}>
        {label}
      </Button>
    </PageForm>
  )
}

function HiddenFields({ fields }: { fields: Record<string, string> }) {
  return Object.entries(fields).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)
}
