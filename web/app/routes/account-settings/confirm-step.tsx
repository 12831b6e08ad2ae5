import type { ReactNode } from 'react'
import type { SettingsResponse } from './action-result.ts'
import { SettingsForm } from './settings-form.tsx'
import type { SettingsSection } from './settings-sections.ts'
import { SettingsStep } from './settings-step.tsx'

const BUSY_LABELS = { Remove: 'Removing', Revoke: 'Revoking', Unlink: 'Unlinking' }

/** The confirmation before something is removed: what happens, the button, and a link that cancels. */
export function ConfirmStep({
  title,
  lead,
  label,
  ...form
}: {
  section: SettingsSection
  title: ReactNode
  lead: string
  intent: string
  step: string
  /** Hidden fields. */
  sends?: Record<string, string>
  response: SettingsResponse | undefined
  label: keyof typeof BUSY_LABELS
}) {
  return (
    <SettingsStep section={form.section} title={title} lead={lead}>
      <SettingsForm {...form} submitLabel={label} busyLabel={BUSY_LABELS[label]} variant="danger" backLabel="Cancel" />
    </SettingsStep>
  )
}
