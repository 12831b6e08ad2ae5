import type { ReactNode } from 'react'
import { Row } from '#app/ui/layout/row.tsx'
import { Section } from '#app/ui/layout/section.tsx'

/** A settings row with an icon at its start. */
export function SettingsRow({
  icon,
  ...row
}: {
  icon: ReactNode
  title: ReactNode
  note?: ReactNode
  actions?: ReactNode
}) {
  return <Row start={<span className="settings-icon">{icon}</span>} {...row} />
}

/** A titled group within a section, with its actions at the end of the title line. */
export function SettingsGroup(group: { title: string; more?: ReactNode; children: ReactNode }) {
  return <Section className="settings-section" {...group} />
}
