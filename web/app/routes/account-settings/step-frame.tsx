import { type ReactNode, useCallback } from 'react'
import { TextLink } from '#app/ui/text-link.tsx'
import { partWords, type SettingsPart, toPartAddress } from './settings-parts.ts'

/** One step of a part, such as adding or removing something, alone on the page. */
export function StepFrame({
  part,
  title,
  lead,
  children,
}: {
  part: SettingsPart
  title: ReactNode
  lead?: ReactNode
  children: ReactNode
}) {
  // Whoever came by keyboard or listens is at the step, not at the top of the page.
  const focusOnce = useCallback((heading: HTMLHeadingElement | null) => {
    if (heading && !heading.closest('section')?.contains(document.activeElement)) heading.focus()
  }, [])
  return (
    <section className="settings-step" aria-labelledby="settings-step">
      <p>
        <TextLink to={toPartAddress(part)}>‹ Back to {partWords[part].title}</TextLink>
      </p>
      <h2 className="title text-h2" id="settings-step" tabIndex={-1} ref={focusOnce}>
        {title}
      </h2>
      {lead && <p className="settings-step-lead">{lead}</p>}
      {children}
    </section>
  )
}
