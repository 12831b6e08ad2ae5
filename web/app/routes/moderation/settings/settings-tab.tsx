import { FirstStepsList } from '#app/features/account/first-steps/first-steps-list.tsx'
import { Section } from '#app/ui/layout/section.tsx'
import { Invitations } from './invitations.tsx'
import type { SettingsResponse } from './settings-actions.server.ts'
import type { SettingsTabData } from './settings-data.ts'
import { SettingsForm } from './settings-form.tsx'
import { StreetMapState } from './street-map-state.tsx'
import './settings-tab.css'

/** The settings of the site, for administrators. */
export function SettingsTab({
  data: { settings, invitations, first },
  response,
  now,
}: {
  data: SettingsTabData
  response: SettingsResponse | undefined
  now: number
}) {
  return (
    <div className="site-settings">
      <div className="site-settings-head">
        <h1 className="title text-h1">Settings of this site</h1>
        <p>Administrators only</p>
      </div>
      <SettingsForm settings={settings} response={response?.intent === 'save-settings' ? response : undefined} />
      <Invitations
        invitations={invitations}
        response={response && response.intent !== 'save-settings' ? response : undefined}
        now={now}
      />
      <StreetMapState />
      {first?.steps.some(({ isDone }) => !isDone) && (
        <Section title="First steps">
          <FirstStepsList steps={first.steps} />
        </Section>
      )}
    </div>
  )
}
