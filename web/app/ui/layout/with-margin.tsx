import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'

/** A page with a side column: 392 px wide from 1080 px on, below the page on smaller screens. */
export function WithMargin({
  margin,
  className,
  children,
}: {
  margin: ReactNode
  className?: string
  children: ReactNode
}) {
  return (
    <div className={classNames('with-margin', className)}>
      <div className="min-w-0">{children}</div>
      <aside className="min-w-0">{margin}</aside>
    </div>
  )
}
