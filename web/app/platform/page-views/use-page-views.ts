import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { withBase } from '../app-config.ts'
import { PAGE_VIEWS_PATH, toPageView } from './page-view.ts'

/**
 * Tells the server of each page that is shown: the first one, and one for each navigation to another path. Without cookies and ids, and
 * not at all for those who do not want to be counted.
 */
export function usePageViews(): void {
  const { pathname } = useLocation()
  const told = useRef<string>(undefined)
  useEffect(() => {
    if (told.current === pathname || wantsNoCounting()) return
    const isFirst = told.current === undefined
    told.current = pathname
    const view = toPageView(pathname, isFirst ? readForeignReferrer() : '')
    if (!view) return
    const body = new Blob([JSON.stringify(view)], { type: 'application/json' })
    // Outlives the page, and nothing waits for its answer. A view that is lost is lost.
    navigator.sendBeacon?.(withBase(PAGE_VIEWS_PATH), body)
  }, [pathname])
}

/** Do Not Track and Global Privacy Control. The server looks at their headers too. */
function wantsNoCounting(): boolean {
  return (
    navigator.doNotTrack === '1' || ('globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true)
  )
}

function readForeignReferrer(): string {
  return URL.parse(document.referrer)?.origin === window.location.origin ? '' : document.referrer
}
