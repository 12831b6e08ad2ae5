import { useEffect } from 'react'
import type { AppSettings } from '../config/app-settings.ts'

/**
 * Loads the code that reads the rules as soon as a page with rules is ready. During a navigation it would be too late:
 * after a lost network the browser would load the full page and fail.
 */
export function useRouteRules({ redirectRules }: Pick<AppSettings, 'redirectRules'>): void {
  useEffect(() => {
    // A failed load is repeated by the navigation that needs it.
    if (redirectRules) void import('./route-rules.ts').catch(() => undefined)
  }, [redirectRules])
}
