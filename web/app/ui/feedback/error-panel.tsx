import type { ReactNode } from 'react'

/** Explains what happened and what to do. It has a double frame, because it may lie over a map. */
export function ErrorPanel({
  code,
  title,
  actions,
  requestId,
  headingLevel: Heading = 'h1',
  children,
}: {
  /** A status such as 404, shown small above the title. */
  code?: ReactNode
  title: ReactNode
  actions?: ReactNode
  requestId?: string
  headingLevel?: 'h1' | 'h2' | 'h3'
  children: ReactNode
}) {
  return (
    <div className="error-panel double-frame is-floating">
      {code !== undefined && <p className="title text-ink-2">{code}</p>}
      <Heading className="title text-h1">{title}</Heading>
      <div className="mt-4 grid gap-3 text-ink-2">{children}</div>
      {actions && <div className="mt-6 flex flex-wrap gap-3">{actions}</div>}
      {requestId !== undefined && <p className="measured mt-5 text-margin text-ink-3">{requestId}</p>}
    </div>
  )
}
