import type { ReactNode } from 'react'

/** A list row: a picture or icon, one or two lines of text, and actions. */
export function Row({
  start,
  title,
  note,
  actions,
}: {
  start?: ReactNode
  title: ReactNode
  note?: ReactNode
  actions?: ReactNode
}) {
  return (
    <li className="row">
      {start}
      <div className="row-text">
        <div className="strong">{title}</div>
        {note && <div className="text-small text-ink-2">{note}</div>}
      </div>
      {actions && <div className="above-link row-actions">{actions}</div>}
    </li>
  )
}
