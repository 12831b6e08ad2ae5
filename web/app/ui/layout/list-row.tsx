import type { ComponentProps, ReactNode } from 'react'
import { SafeLink, type SafeLinkProps } from '#app/platform/navigation/safe-link.tsx'
import { classNames } from '../class-names.ts'

/** A result beside a map: thumbnail, title in up to three lines, more lines below. The whole row is one link. */
export function ListRow({
  to,
  title,
  italic = false,
  picture,
  selected = false,
  headingLevel: Heading = 'h3',
  children,
  className,
  ...rest
}: Omit<ComponentProps<'li'>, 'title'> & {
  to: SafeLinkProps['to']
  title: ReactNode
  italic?: boolean
  picture: ReactNode
  selected?: boolean
  headingLevel?: 'h2' | 'h3'
}) {
  return (
    <li {...rest} className={classNames('list-row', className)} data-selected={selected || undefined}>
      <div className="card-picture">{picture}</div>
      <div className="min-w-0">
        <Heading className={classNames('title card-title lines-3', italic && 'nature')} dir="auto">
          <SafeLink className="card-link" to={to} prefetch="intent" aria-current={selected ? 'true' : undefined}>
            {title}
          </SafeLink>
        </Heading>
        {children}
      </div>
    </li>
  )
}
