import type { ReactNode } from 'react'
import { NavLink, type NavLinkProps } from 'react-router'

export type TabLink = { to: NavLinkProps['to']; label: ReactNode; count?: number; end?: boolean }

/** Tabs that are pages of their own: links, so each can be shared and works without JavaScript. */
export function TabLinks({ label, tabs }: { label: string; tabs: readonly TabLink[] }) {
  return (
    <nav className="tabs scroll-fade" aria-label={label}>
      {tabs.map(({ to, label: words, count, end = true }) => (
        <NavLink key={String(to)} className="tab" to={to} end={end} prefetch="intent" preventScrollReset>
          {words}
          {count !== undefined && <span className="tab-count">{count}</span>}
        </NavLink>
      ))}
    </nav>
  )
}
