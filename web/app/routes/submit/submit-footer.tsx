import ArrowRight from 'lucide-react/icons/arrow-right'
import { href } from 'react-router'
import { Button } from '#app/ui/buttons/button.tsx'
import { LinkButton } from '#app/ui/buttons/link-button.tsx'
import { DraftStatus } from './draft/draft-status.tsx'
import type { SubmitStep } from './steps/submit-steps.ts'

const NEXT: Record<SubmitStep, string> = {
  place: 'Next: words',
  words: 'Next: who sees it',
  audience: 'Next: check',
  check: 'Publish',
}

/**
 * The status of the draft, and buttons to go back and forward. Every button submits the form; before the last step that
 * only moves on.
 */
export function SubmitFooter({
  step,
  isBusy,
  keptAt,
  isUnkeepable,
  onBack,
}: {
  step: SubmitStep
  isBusy: boolean
  keptAt: number | undefined
  isUnkeepable: boolean
  onBack: () => void
}) {
  return (
    <footer className="submit-footer">
      <DraftStatus keptAt={keptAt} isUnkeepable={isUnkeepable} />
      <div className="submit-options needs-script">
        {step === 'place' ? (
          <LinkButton to={href('/')} className="submit-later">
            Finish later
          </LinkButton>
        ) : (
          <Button onClick={onBack}>Back</Button>
        )}
        <Button type="submit" variant="primary" busy={isBusy} {...(step === 'check' && { busyLabel: 'Publishing' })}>
          {NEXT[step]} {step !== 'check' && <ArrowRight />}
        </Button>
      </div>
      <Button type="submit" variant="primary" className="without-script">
        Publish
      </Button>
    </footer>
  )
}
