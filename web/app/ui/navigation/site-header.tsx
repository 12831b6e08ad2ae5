import type { ReactNode } from 'react'
import type { NavLinkProps } from 'react-router'
import { SafeNavLink } from '#app/platform/navigation/safe-link.tsx'
import { classNames } from '../class-names.ts'
import './site-header.css'

/** The header: wordmark, navigation, then search and account at the end. */
export function SiteHeader({
  wordmark,
  navigation,
  navigationLabel,
  wide = false,
  children,
}: {
  wordmark: ReactNode
  navigation?: ReactNode
  navigationLabel?: string
  /** For screens that fill the window. */
  wide?: boolean
  children?: ReactNode
}) {
  return (
    <header className={classNames('site-header', wide && 'is-wide')}>
      <div className="graduated-edge" />
      <div className="site-header-line">
        {wordmark}
        {navigation && (
          <nav className="site-nav" aria-label={navigationLabel}>
            {navigation}
          </nav>
        )}
        <div className="site-header-end">{children}</div>
      </div>
    </header>
  )
}

/** A link in the header's navigation. */
export function SiteNavLink(props: NavLinkProps) {
  return <SafeNavLink prefetch="intent" {...props} className="site-nav-link" />
}
