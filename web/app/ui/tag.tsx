import type { ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'

/** A word about something. It can be pressed only when it leads somewhere. */
export function Tag({ to, children }: { to?: LinkProps['to']; children: ReactNode }) {
  if (to === undefined) {
    return (
      <span className="tag" dir="auto">
        {children}
      </span>
    )
  }
  return (
    <Link className="tag" to={to} dir="auto">
      {children}
    </Link>
  )
}
