import { href, Outlet } from 'react-router'
import { namedSheets } from '#app/features/covers/named-sheets.ts'
import { SheetPicture } from '#app/features/covers/sheet-picture.tsx'
import { formatDegrees } from '#app/lib/geo/coordinates.ts'
import { toLocator } from '#app/lib/geo/locator.ts'
import { getSiteName } from '#app/platform/config/site-name.ts'
import { FailedSaveNotice } from '#app/platform/errors/failed-save/failed-save-notice.tsx'
import { Toaster } from '#app/ui/feedback/toaster.tsx'
import { SkipLinks } from '#app/ui/navigation/skip-links.tsx'
import { Wordmark } from '#app/ui/navigation/wordmark.tsx'
import './auth-layout.css'

const SKIP_LINKS = [{ href: '#content', label: 'Skip to the form' }] as const
const SHEET = namedSheets.rocciamelone

/** The layout of the sign-in and sign-up pages: a form beside a picture. */
export default function AuthLayout() {
  return (
    <div className="auth-layout">
      <SkipLinks links={SKIP_LINKS} />
      <div className="graduated-edge auth-edge" />
      <AuthPicture />
      <main id="content" className="auth-main" tabIndex={-1}>
        <div className="auth-card">
          <Wordmark name={getSiteName()} to={href('/')} size={34} />
          <FailedSaveNotice />
          <Outlet />
        </div>
      </main>
      <Toaster />
    </div>
  )
}

function AuthPicture() {
  return (
    <div className="auth-picture" aria-hidden="true">
      <SheetPicture sheet="sheet-rocciamelone" formats={{ wide: 'tall', phone: 'phone' }} />
      <div className="auth-picture-label">
        <span className="auth-picture-title">{SHEET.title}</span>
        <span className="measured">
          {formatDegrees(SHEET)} · {toLocator(SHEET)}
        </span>
      </div>
    </div>
  )
}
