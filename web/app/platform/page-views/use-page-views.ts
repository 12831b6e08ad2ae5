import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { findUrl } from '#app/lib/find-url.ts'
import { withBase } from '../config/app-config.ts'
import { findRouter } from '../navigation/router-state.ts'
import { PAGE_VIEWS_PATH, toPageView } from './page-view.ts'

/**
 * Reports each page to the server: the first one, and every navigation to another path. A report contains no ids, and
 * the server does not use the cookies that the browser adds. Sends nothing for visitors who opted out and for pages
 * that show an error.
 */
export function usePageViews(): void {
  const { pathname } = useLocation()
  const lastCounted = useRef<string>(undefined)
  useEffect(() => {
    if (lastCounted.current === pathname || wantsNoCounting() || findRouter()?.state.errors) return
    const isFirst = lastCounted.current === undefined
    lastCounted.current = pathname
    const view = toPageView(pathname, isFirst ? readForeignReferrer() : '')
    if (!view) return
    const body = new Blob([JSON.stringify(view)], { type: 'application/json' })
    // Outlives the page. A lost page view is not sent again.
    navigator.sendBeacon?.(withBase(PAGE_VIEWS_PATH), body)
  }, [pathname])
}

/** Returns true for Do Not Track and Global Privacy Control. The server also checks their headers. */
function wantsNoCounting(): boolean {
  return (
    navigator.doNotTrack === '1' || ('globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true)
  )
}

function readForeignReferrer(): string {
  return findUrl(document.referrer)?.origin === window.location.origin ? '' : document.referrer
}
