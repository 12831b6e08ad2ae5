import type { ReactNode } from 'react'
import type { NavLinkProps } from 'react-router'
import { SafeNavLink } from '#app/platform/navigation/safe-link.tsx'

export type TabLink = { to: NavLinkProps['to']; label: ReactNode; count?: number; end?: boolean }

/** Tabs that are pages of their own: links, so each can be shared and works without JavaScript. */
export function TabLinks({ label, tabs }: { label: string; tabs: readonly TabLink[] }) {
  return (
    <nav className="tabs scroll-fade" aria-label={label}>
      {tabs.map(({ to, label: words, count, end = true }) => (
        <SafeNavLink key={String(to)} className="tab" to={to} end={end} prefetch="intent" preventScrollReset>
          {words}
          {count !== undefined && <span className="tab-count">{count}</span>}
        </SafeNavLink>
      ))}
    </nav>
  )
}
