import { href, Outlet } from 'react-router'
import { namedSheets } from '#app/features/covers/named-sheets.ts'
import { formatDegrees } from '#app/lib/geo/coordinates.ts'
import { toLocator } from '#app/lib/geo/locator.ts'
import { useChosenTheme } from '#app/ui/chosen-theme.ts'
import { SkipLinks } from '#app/ui/skip-links.tsx'
import { Wordmark } from '#app/ui/wordmark.tsx'
import './auth-layout.css'

const SKIP_LINKS = [{ href: '#content', label: 'Skip to the form' }] as const
const SHEET = namedSheets.rocciamelone

/** A quiet card beside a picture, for signing in and up. */
export default function AuthLayout() {
  return (
    <div className="auth-layout">
      <SkipLinks links={SKIP_LINKS} />
      <div className="graduated-edge auth-edge" />
      <AuthPicture />
      <main id="content" className="auth-main" tabIndex={-1}>
        <div className="auth-card">
          <Wordmark name="Hereabouts" to={href('/')} size={34} />
          <Outlet />
        </div>
      </main>
    </div>
  )
}

function AuthPicture() {
  const theme = useChosenTheme()
  const url = (format: string, night: boolean) => `/cover/sheet-rocciamelone/${format}/${night ? 'night' : 'day'}.svg`
  const night = theme === 'night'
  return (
    <div className="auth-picture" aria-hidden="true">
      <picture>
        {theme === 'system' && (
          <source media="(width < 47.5rem) and (prefers-color-scheme: dark)" srcSet={url('phone', true)} />
        )}
        {theme === 'system' && <source media="(prefers-color-scheme: dark)" srcSet={url('tall', true)} />}
        <source media="(width < 47.5rem)" srcSet={url('phone', night)} />
        <img src={url('tall', night)} alt="" />
      </picture>
      <div className="auth-picture-label">
        <span className="auth-picture-title">{SHEET.title}</span>
        <span className="measured">
          {formatDegrees(SHEET)} · {toLocator(SHEET)}
        </span>
      </div>
    </div>
  )
}
