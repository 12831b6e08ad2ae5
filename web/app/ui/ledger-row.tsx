import type { ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { classNames } from './class-names.ts'

/** A line of a ledger: rank, mark, title with its place, and a value at the end. The whole of it is one link. */
export function LedgerRow({
  to,
  rank,
  mark,
  title,
  italic = false,
  place,
  end,
}: {
  to: LinkProps['to']
  rank: ReactNode
  mark?: ReactNode
  title: ReactNode
  italic?: boolean
  place?: ReactNode
  end?: ReactNode
}) {
  return (
    <li className="ledger-row">
      <span className="ledger-rank">{rank}</span>
      {mark ?? <span />}
      <span className="min-w-0">
        <Link
          className={classNames('card-link title text-h3 lines-2', italic && 'nature')}
          to={to}
          dir="auto"
          prefetch="intent"
        >
          {title}
        </Link>
        {place && <span className="text-small text-ink-2">{place}</span>}
      </span>
      {end}
    </li>
  )
}
