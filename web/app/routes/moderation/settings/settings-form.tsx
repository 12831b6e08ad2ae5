import { useEffect, useRef, useState } from 'react'
import { useNavigation } from 'react-router'
import { CONTENT_LIMITS } from '#app/lib/content-limits.ts'
import { PageForm } from '#app/platform/navigation/page-form.tsx'
import { AskBeforeLeaving } from '#app/platform/unsaved/ask-before-leaving.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { ContributionRows } from './contribution-rows.tsx'
import { IdentityRows } from './identity-rows.tsx'
import type { SettingFields, Settings } from './setting-fields.ts'
import type { SettingsResponse } from './settings-actions.server.ts'
import { SettingsFoot } from './settings-foot.tsx'

/** The form of all settings. With JavaScript it counts the changes. */
export function SettingsForm({ settings, response }: { settings: Settings; response: SettingsResponse | undefined }) {
  const form = useRef<HTMLFormElement>(null)
  const [changes, setChanges] = useState(0)
  const isBusy = useNavigation().formData?.get('intent') === 'save-settings'
  const rejection = response?.rejection
  const shown = JSON.stringify(settings)
  const fields: SettingFields = {
    getValue: (name) => rejection?.values[name] ?? String(settings[name] ?? ''),
    getError: (name) => rejection?.fieldErrors[name],
  }
  const recount = () => form.current && setChanges(countChanges(form.current, settings))
  // biome-ignore lint/correctness/useExhaustiveDependencies: a response changes what the fields are compared with
  useEffect(() => void recount(), [shown, response])
  return (
    <PageForm
      // Fields keep the typed text; a new version of the settings resets them.
      key={shown}
      ref={form}
      method="post"
      noValidate
      onInput={recount}
      onReset={() => setChanges(0)}
    >
      <AskBeforeLeaving form={form} />
      <input type="hidden" name="intent" value="save-settings" />
      <input type="hidden" name="shown" value={shown} />
      {rejection?.message && <Notice kind="bad">{rejection.message}</Notice>}
      <ContributionRows fields={fields} />
      <IdentityRows fields={fields} nameLength={CONTENT_LIMITS['instance_settings.site_name']} />
      <SettingsFoot changes={changes} isBusy={isBusy} done={response?.done} />
    </PageForm>
  )
}

function countChanges(form: HTMLFormElement, settings: Settings): number {
  const typed = new FormData(form)
  return Object.entries(settings).filter(([name, value]) => {
    const text = String(typed.get(name) ?? '').replaceAll('\r\n', '\n')
    return text.trim() !== String(value ?? '')
  }).length
}
