import type { ReactNode } from 'react'
import { Outlet, useMatches } from 'react-router'
import { FailedSaveNotice } from '#app/platform/errors/failed-save/failed-save-notice.tsx'
import { ErrorSheet } from '#app/platform/errors/page/error-page.tsx'
import { findSavedPage, SavedPage } from '#app/platform/errors/page/saved-page.tsx'
import { isScreenHandle } from '#app/platform/screen-handle.ts'
import { classNames } from '#app/ui/class-names.ts'
import { Toaster } from '#app/ui/feedback/toaster.tsx'
import { SkipLinks } from '#app/ui/navigation/skip-links.tsx'
import type { Route } from './+types/default-layout.ts'
import { AppBottomBar } from './app-bottom-bar.tsx'
import { AppFooter } from './app-footer.tsx'
import { AppHeader } from './app-header.tsx'

const SKIP_LINKS = [{ href: '#content', label: 'Skip to content' }] as const

/** Header with search, navigation and account; footer, unless the screen fills the window; tab bar on phones. */
export default function DefaultLayout() {
  const handles = useMatches().map((match) => match.handle)
  const { fillsWindow = false, frameClass } = handles.find(isScreenHandle) ?? {}
  return (
    <Frame fillsWindow={fillsWindow} className={frameClass}>
      <FailedSaveNotice />
      <Outlet />
    </Frame>
  )
}

/** Keeps the header and navigation around the error page of a screen. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const html = findSavedPage()
  if (html !== undefined) return <SavedPage html={html} error={error} />
  return (
    <Frame fillsWindow>
      <FailedSaveNotice isPageLost />
      <ErrorSheet error={error} />
    </Frame>
  )
}

function Frame({
  fillsWindow,
  className,
  children,
}: {
  fillsWindow: boolean
  className?: string | undefined
  children: ReactNode
}) {
  return (
    <div className={classNames(fillsWindow ? 'page-fills-window' : 'sheet', className)}>
      <SkipLinks links={SKIP_LINKS} />
      <AppHeader wide={fillsWindow} />
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      {!fillsWindow && <AppFooter />}
      <AppBottomBar />
      <Toaster />
    </div>
  )
}
