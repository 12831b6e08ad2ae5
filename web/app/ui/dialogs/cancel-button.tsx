import { useSearchParams } from 'react-router'
import { Button } from '../buttons/button.tsx'
import type { ButtonVariant } from '../buttons/button-class.ts'
import { LinkButton } from '../buttons/link-button.tsx'
import { useHasScript } from '../use-has-script.ts'

/** The search parameters that open a dialog. */
const DIALOG_PARAMETERS = ['do', 'report', 'remove'] as const

/** Closes a dialog or a form of a page. Without JavaScript it is a link to the page without them. */
export function CancelButton({
  openedBy = DIALOG_PARAMETERS,
  variant = 'secondary',
  onClose,
}: {
  /** The search parameters that open what this closes. */
  openedBy?: readonly string[]
  variant?: ButtonVariant
  onClose: () => void
}) {
  const [parameters] = useSearchParams()
  const hasScript = useHasScript()
  if (hasScript) {
    return (
      <Button variant={variant} onClick={onClose}>
        Cancel
      </Button>
    )
  }
  const search = new URLSearchParams(parameters)
  for (const name of openedBy) search.delete(name)
  return (
    <LinkButton variant={variant} to={{ search: search.size > 0 ? `?${search}` : '' }}>
      Cancel
    </LinkButton>
  )
}
