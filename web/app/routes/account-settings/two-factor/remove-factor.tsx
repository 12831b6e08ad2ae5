import type { SecondFactor } from '#app/features/account/sign-in/second-factors.ts'
import type { SettingsReply } from '../action-result.ts'
import { SettingsForm } from '../settings-form.tsx'
import { SettingsStep } from '../settings-step.tsx'
import { nameFactor } from './factor-labels.ts'

/** Asks once more before a second step goes. */
export function RemoveFactor({
  factor,
  isLast,
  reply,
}: {
  factor: SecondFactor
  isLast: boolean
  reply: SettingsReply | undefined
}) {
  return (
    <SettingsStep
      part="security"
      title={
        <>
          Remove <bdi className="wrap-anywhere">{nameFactor(factor)}</bdi>?
        </>
      }
      lead={
        isLast
          ? 'It is your only second step. Without it, whoever has your password is in.'
          : 'Your other second steps stay, and one of them is asked for next.'
      }
    >
      <SettingsForm
        part="security"
        intent="remove-factor"
        step="remove"
        sends={{ factorId: factor.id }}
        reply={reply}
        submitLabel="Remove it"
        busyLabel="Removing"
        variant="danger"
        backLabel="Keep it"
      />
    </SettingsStep>
  )
}
