import Check from 'lucide-react/icons/check'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { SafeLink } from '#app/platform/navigation/safe-link.tsx'
import { LinkButton } from '#app/ui/buttons/link-button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import type { FirstStep } from './first-steps.ts'
import './first-steps.css'

/** The steps with a bar of one block each. The first open one has the button. */
export function FirstStepsList({ steps }: { steps: FirstStep[] }) {
  const done = steps.filter(({ isDone }) => isDone).length
  const next = steps.findIndex(({ isDone }) => !isDone)
  return (
    <>
      <p className="first-steps-progress">
        <span className="first-steps-bar" aria-hidden="true">
          {steps.map(({ title }, index) => (
            <span key={title} className={index < done ? 'is-done' : undefined} />
          ))}
        </span>
        <span>
          <b>{done}</b> of {steps.length} done
        </span>
      </p>
      <ol className="first-steps">
        {steps.map((step, index) => (
          <Step key={step.title} step={step} number={index + 1} isNext={index === next} />
        ))}
      </ol>
    </>
  )
}

function Step({
  step: { title, about, to, doneLabel, isDone },
  number,
  isNext,
}: {
  step: FirstStep
  number: number
  isNext: boolean
}) {
  return (
    <li className={classNames('first-step', isDone && 'is-done')}>
      <span className="first-step-icon" aria-hidden="true">
        {isDone ? <Check size={16} /> : number}
      </span>
      <span className="first-step-words">
        {isDone || isNext ? (
          <b>{title}</b>
        ) : (
          <SafeLink to={to} className="first-step-link">
            {title}
          </SafeLink>
        )}
        {isDone && <span className="sr-only"> (done)</span>}
        <span className="first-step-about" dir="auto">
          {about}
        </span>
      </span>
      {isDone && (
        <TextLink to={to} aria-label={`${doneLabel}: ${title}`}>
          {doneLabel}
        </TextLink>
      )}
      {isNext && (
        <LinkButton variant="primary" to={to} aria-label={`Choose: ${title}`}>
          Choose
        </LinkButton>
      )}
      {!(isDone || isNext) && <ChevronRight size={18} aria-hidden="true" className="first-step-arrow" />}
    </li>
  )
}
