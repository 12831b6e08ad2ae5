import { type ReactNode, useCallback } from 'react'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import { type SettingsSection, sectionLabels, settingsUrl } from './settings-sections.ts'

/** One step of a section, such as adding or removing something, alone on the page. */
export function SettingsStep({
  section,
  title,
  lead,
  children,
}: {
  section: SettingsSection
  title: ReactNode
  lead?: ReactNode
  children: ReactNode
}) {
  // Moves keyboard and screen reader users to the step instead of the top of the page.
  const focusOnce = useCallback((heading: HTMLHeadingElement | null) => {
    if (heading && !heading.closest('section')?.contains(document.activeElement)) heading.focus()
  }, [])
  return (
    <section className="settings-step" aria-labelledby="settings-step">
      <p>
        <TextLink to={settingsUrl(section)}>‹ Back to {sectionLabels[section].title}</TextLink>
      </p>
      <h2 className="title text-h2" id="settings-step" tabIndex={-1} ref={focusOnce}>
        {title}
      </h2>
      {lead && <p className="settings-step-lead">{lead}</p>}
      {children}
    </section>
  )
}
