import { type ReactNode, useId } from 'react'
import { classNames } from '../class-names.ts'

/** A section of a page with a heading and an optional link to more at the end of its line. */
export function Section({
  title,
  more,
  className,
  children,
}: {
  title: ReactNode
  more?: ReactNode
  className?: string
  children: ReactNode
}) {
  const id = useId()
  return (
    <section className={classNames('section', className)} aria-labelledby={id}>
      <div className="section-head touch-areas">
        <h2 className="title text-h2" id={id}>
          {title}
        </h2>
        {more}
      </div>
      {children}
    </section>
  )
}
