import { useEffect } from 'react'
import type { AppSettings } from '../app-settings.ts'

/**
 * Loads what reads the rules as soon as a page with rules is ready. On the way to another page it would be too late: a visitor who
 * has lost the network by then would have the page loaded whole, and see none.
 */
export function useRouteRules({ redirectRules }: Pick<AppSettings, 'redirectRules'>): void {
  useEffect(() => {
    // One that fails is asked for again by the navigation that needs it.
    if (redirectRules) void import('./route-rules.ts').catch(() => undefined)
  }, [redirectRules])
}
