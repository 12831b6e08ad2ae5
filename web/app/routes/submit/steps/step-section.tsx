import type { ReactNode, Ref } from 'react'
import type { SubmitStep } from './submit-steps.ts'

const TITLES: Record<SubmitStep, { title: string; lead: string }> = {
  place: { title: 'Where is it?', lead: 'Move the map under the crosshair, or search for the place.' },
  words: { title: 'What is it?', lead: 'A title and a category are enough. The rest helps those who visit after you.' },
  audience: { title: 'Who sees it?', lead: 'You can change this at any time.' },
  check: { title: 'Does everything look right?', lead: 'This is how it will appear on the map.' },
}

/** One step of the form. The others stay in the page but hidden, so that all fields are sent together. */
export function StepSection({
  id,
  current,
  heading,
  children,
}: {
  id: SubmitStep
  current: SubmitStep
  heading: Ref<HTMLHeadingElement>
  children: ReactNode
}) {
  const isCurrent = id === current
  const { title, lead } = TITLES[id]
  const Heading = isCurrent ? 'h1' : 'h2'
  return (
    <section
      className="submit-step"
      data-step={id}
      data-current={isCurrent || undefined}
      aria-labelledby={`step-${id}`}
    >
      <div>
        <Heading id={`step-${id}`} ref={isCurrent ? heading : undefined} tabIndex={-1} className="title submit-title">
          {title}
        </Heading>
        <p className="submit-lead">{lead}</p>
      </div>
      {children}
    </section>
  )
}
