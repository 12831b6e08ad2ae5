import { SegmentedField } from '#app/ui/forms/choices/segmented-field.tsx'
import { StepperField } from '#app/ui/forms/choices/stepper-field.tsx'
import type { SettingFields, Settings } from './setting-fields.ts'
import { SettingRow } from './setting-row.tsx'

const CHOICES = [
  {
    name: 'moderation',
    label: 'Review new contributions',
    hint: 'First only: a member’s first contribution is reviewed',
    options: { off: 'Off', 'first-post': 'First only', all: 'All' },
  },
  {
    name: 'registration',
    label: 'Sign up',
    hint: 'Who can join',
    options: { open: 'Open', invitation: 'Invitation', closed: 'Closed' },
  },
  {
    name: 'members_may_invite',
    label: 'Who can invite',
    hint: 'While sign-up is by invitation',
    options: { false: 'Administrators', true: 'All members' },
  },
  {
    name: 'who_may_post',
    label: 'Who can add spots and stories',
    hint: 'Everyone else can review, comment and save',
    options: { members: 'Members', trusted: 'Trusted', moderators: 'Moderators' },
  },
] as const

const NUMBERS = [
  { name: 'trusted_after', label: 'Trusted after', hint: 'Number of approved contributions', max: 1000 },
  { name: 'hide_after_reports', label: 'Hide after', hint: 'Reports by different members', max: 100 },
  { name: 'new_member_daily_spots', label: 'Daily limit', hint: 'Spots per new member', max: 1000 },
] as const satisfies readonly { name: keyof Settings; label: string; hint: string; max: number }[]

/** The settings for contributions and their review. */
export function ContributionRows({ fields: { getValue, getError } }: { fields: SettingFields }) {
  return (
    <>
      {CHOICES.map(({ name, label, hint, options }) => (
        <SettingRow key={name} label={label} hint={hint} error={getError(name)} isGroup>
          {({ labelId, hintId }) => (
            <SegmentedField
              {...{ labelId, hintId, name }}
              options={Object.entries(options).map(([value, words]) => ({ value, label: words }))}
              defaultValue={getValue(name)}
            />
          )}
        </SettingRow>
      ))}
      {NUMBERS.map(({ name, label, hint, max }) => (
        <SettingRow key={name} label={label} hint={hint} error={getError(name)}>
          {({ controlId, hintId }) => (
            <StepperField
              {...{ hintId, name, label, max }}
              id={controlId}
              min={1}
              defaultValue={getValue(name)}
              invalid={Boolean(getError(name))}
            />
          )}
        </SettingRow>
      ))}
    </>
  )
}
