import type { ReactNode } from 'react'
import { type NavLinkProps, useLocation } from 'react-router'
import { SafeNavLink } from '#app/platform/navigation/safe-link.tsx'
import { useTabInView } from './use-tab-in-view.ts'

export type TabLink = { to: NavLinkProps['to']; label: ReactNode; count?: number; end?: boolean }

/** Tabs that each have their own page. They are links, so they can be shared and work without JavaScript. */
export function TabLinks({ label, tabs }: { label: string; tabs: readonly TabLink[] }) {
  const { pathname, search } = useLocation()
  const nav = useTabInView(pathname + search)
  return (
    <nav className="tabs scroll-fade" aria-label={label} ref={nav}>
      {tabs.map(({ to, label: words, count, end = true }) => (
        <SafeNavLink key={String(to)} className="tab" to={to} end={end} prefetch="intent" preventScrollReset>
          {words}
          {count !== undefined && <span className="tab-count">{count}</span>}
        </SafeNavLink>
      ))}
    </nav>
  )
}
