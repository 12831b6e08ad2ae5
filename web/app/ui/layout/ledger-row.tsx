import type { ReactNode } from 'react'
import { SafeLink, type SafeLinkProps } from '#app/platform/navigation/safe-link.tsx'
import { classNames } from '../class-names.ts'

/** A row of a ranked list: rank, icon, title with its place, and a value at the end. The whole row is one link. */
export function LedgerRow({
  to,
  rank,
  icon,
  title,
  italic = false,
  place,
  end,
}: {
  to: SafeLinkProps['to']
  rank: ReactNode
  icon?: ReactNode
  title: ReactNode
  italic?: boolean
  place?: ReactNode
  end?: ReactNode
}) {
  return (
    <li className="ledger-row">
      <span className="ledger-rank">{rank}</span>
      {icon ?? <span />}
      <span className="min-w-0">
        <SafeLink
          className={classNames('card-link title text-h3 lines-2', italic && 'nature')}
          to={to}
          dir="auto"
          prefetch="intent"
        >
          {title}
        </SafeLink>
        {place && <span className="text-small text-ink-2">{place}</span>}
      </span>
      {end}
    </li>
  )
}
