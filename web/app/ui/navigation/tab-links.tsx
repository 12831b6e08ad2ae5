import type { ReactNode } from 'react'
import type { NavLinkProps } from 'react-router'
import { SafeNavLink } from '#app/platform/navigation/safe-link.tsx'

export type TabLink = { to: NavLinkProps['to']; label: ReactNode; count?: number; end?: boolean }

/** Tabs with a page of their own each. They are links, so they can be shared and work without JavaScript. */
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
