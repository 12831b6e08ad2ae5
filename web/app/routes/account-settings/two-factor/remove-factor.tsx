import type { SecondFactor } from '#app/features/account/sign-in/codes/second-factors.ts'
import type { SettingsResponse } from '../action-result.ts'
import { ConfirmStep } from '../confirm-step.tsx'
import { getFactorName } from './factor-labels.ts'

/** The confirmation before a factor is removed. */
export function RemoveFactor({
  factor,
  isLast,
  response,
}: {
  factor: SecondFactor
  isLast: boolean
  response: SettingsResponse | undefined
}) {
  return (
    <ConfirmStep
      section="security"
      title={
        <>
          Remove <FactorName factor={factor} />?
        </>
      }
      lead={
        isLast
          ? 'This is your only two-factor method. Without it, anyone with your password can sign in.'
          : 'You will be asked for one of your other methods from now on.'
      }
      intent="remove-factor"
      step="remove"
      sends={{ factorId: factor.id }}
      response={response}
      label="Remove"
    />
  )
}

/** The quotation marks stay outside of the isolated name, because in a right-to-left one they would change places. */
function FactorName({ factor }: { factor: SecondFactor }) {
  if (!factor.name) return getFactorName(factor)
  return (
    <>
      “<bdi className="wrap-anywhere">{factor.name}</bdi>”
    </>
  )
}
