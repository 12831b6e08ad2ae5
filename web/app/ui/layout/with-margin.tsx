import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'

/** A page with notes in its margin: 392 px beside it from 1080 px on, below it before. */
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
