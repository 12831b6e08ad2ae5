import type { ReactNode } from 'react'

/** The footer: what the site is, then links. */
export function SiteFooter({ label, links, children }: { label: string; links: ReactNode; children?: ReactNode }) {
  return (
    <footer className="site-footer">
      <div className="site-footer-line">
        {children}
        <nav className="site-footer-links" aria-label={label}>
          {links}
        </nav>
      </div>
    </footer>
  )
}
