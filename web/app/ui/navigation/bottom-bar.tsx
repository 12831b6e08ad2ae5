import type { ReactNode } from 'react'
import type { NavLinkProps } from 'react-router'
import { SafeLink, SafeNavLink } from '#app/platform/navigation/safe-link.tsx'

/** The bottom navigation, on phones only. */
export function BottomBar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav className="bottom-bar" aria-label={label}>
      {children}
    </nav>
  )
}

/** A link in the bottom bar. */
export function BottomBarLink({
  icon,
  children,
  ...rest
}: Omit<NavLinkProps, 'children'> & { icon: ReactNode; children: ReactNode }) {
  return (
    <SafeNavLink {...rest} className="bottom-bar-link">
      {icon}
      {children}
    </SafeNavLink>
  )
}

/** The filled button in the middle of the bottom bar. */
export function BottomBarAction({ to, label, icon }: { to: NavLinkProps['to']; label: string; icon: ReactNode }) {
  return (
    <SafeLink to={to} aria-label={label} className="bottom-bar-link bottom-bar-add">
      <span>{icon}</span>
    </SafeLink>
  )
}
