import type { ReactNode } from 'react'
import { Row } from '#app/ui/layout/row.tsx'

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
export function SettingsGroup({ title, more, children }: { title: string; more?: ReactNode; children: ReactNode }) {
  const id = `settings-${title.toLowerCase().replaceAll(' ', '-')}`
  return (
    <section className="settings-section" aria-labelledby={id}>
      <div className="section-head">
        <h2 className="title text-h2" id={id}>
          {title}
        </h2>
        {more}
      </div>
      {children}
    </section>
  )
}
