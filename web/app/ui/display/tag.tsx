import type { ReactNode } from 'react'
import { SafeLink, type SafeLinkProps } from '#app/platform/navigation/safe-link.tsx'

/** A tag. It is a link if it has a target. */
export function Tag({ to, children }: { to?: SafeLinkProps['to']; children: ReactNode }) {
  if (to === undefined) {
    return (
      <span className="tag" dir="auto">
        {children}
      </span>
    )
  }
  return (
    <SafeLink className="tag" to={to} dir="auto">
      {children}
    </SafeLink>
  )
}
