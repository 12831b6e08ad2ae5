import { Outlet, useMatches } from 'react-router'
import { isScreenHandle } from '#app/platform/screen-handle.ts'
import { SkipLinks } from '#app/ui/skip-links.tsx'
import { Toaster } from '#app/ui/toaster.tsx'
import { AppBottomBar } from './app-bottom-bar.tsx'
import { AppFooter } from './app-footer.tsx'
import { AppHeader } from './app-header.tsx'

const SKIP_LINKS = [{ href: '#content', label: 'Skip to the content' }] as const

/** Header with search, navigation and account; footer unless the screen fills the window; thumb bar on phones. */
export default function DefaultLayout() {
  const fillsWindow = useMatches().some((match) => isScreenHandle(match.handle) && match.handle.fillsWindow)
  return (
    <div className={fillsWindow ? 'sheet-fills-window' : 'sheet'}>
      <SkipLinks links={SKIP_LINKS} />
      <AppHeader wide={fillsWindow} />
      <main id="content" tabIndex={-1}>
        <Outlet />
      </main>
      {!fillsWindow && <AppFooter />}
      <AppBottomBar />
      <Toaster />
    </div>
  )
}
