import type { ReactNode } from 'react'

/** An empty state: what is missing, what is nearest, and how to continue. */
export function EmptyState({
  title,
  nearest,
  actions,
  headingLevel: Heading = 'h2',
  children,
}: {
  title: ReactNode
  nearest?: ReactNode
  actions?: ReactNode
  headingLevel?: 'h1' | 'h2' | 'h3'
  children?: ReactNode
}) {
  return (
    <div className="empty-state">
      <Heading className="title text-h2">{title}</Heading>
      {children && <div className="max-w-measure text-ink-2">{children}</div>}
      {nearest && <div className="w-full border-t border-ink">{nearest}</div>}
      {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
    </div>
  )
}
