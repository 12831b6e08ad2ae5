import type { ReactNode } from 'react'

/** A line of a list: a picture or sign, one or two lines of text, what can be done with it. */
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
