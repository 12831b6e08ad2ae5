import { useCallback } from 'react'
import { type NavigateFunction, type NavigateOptions, useNavigate } from 'react-router'
import { type Destination, readTarget } from './target.ts'

/** Options of a new window: its name, by default a new tab, and features such as `{ popup: true, width: 400 }`. */
interface OpenOptions {
  target?: string
  features?: Record<string, string | number | boolean | undefined>
}

export interface NavigateToOptions extends NavigateOptions {
  /** Allows an external URL, which loads a full page. */
  external?: boolean
  /** Opens a window instead of navigating. */
  open?: OpenOptions
}

/** The browser APIs that navigation uses. */
export interface NavigatingBrowser {
  location: Pick<Location, 'href' | 'origin' | 'assign' | 'replace'>
  open: (url: string, target: string, features: string) => unknown
}

/**
 * Navigates to a place on the site, or to an external URL when `external` allows it. Throws a NavigationError
 * otherwise.
 */
export type NavigateTo = (destination: Destination, options?: NavigateToOptions) => Promise<void>

/** Returns the function with which components navigate from code. */
export function useNavigateTo(): NavigateTo {
  const navigate = useNavigate()
  return useCallback((destination, options) => navigateTo(destination, options, navigate, window), [navigate])
}

/** Implements `useNavigateTo` without React: `navigate` handles places on the site, `browser` external URLs. */
export async function navigateTo(
  destination: Destination,
  { external, open, ...options }: NavigateToOptions = {},
  navigate: NavigateFunction,
  browser: NavigatingBrowser,
): Promise<void> {
  if (open) return openWindow(destination, open, browser)
  const target = readTarget(destination, { external })
  if (target.kind === 'internal' && !external) return navigate(target.to, options)
  const url = target.kind === 'internal' ? target.to : target.url
  if (options.replace) browser.location.replace(url)
  else browser.location.assign(url)
}

/** A window may show any site. One with another origin gets no opener. */
function openWindow(
  destination: Destination,
  { target = '_blank', features = {} }: OpenOptions,
  browser: NavigatingBrowser,
) {
  const { href, origin } = browser.location
  const opened = readTarget(destination, { external: true })
  const url = opened.kind === 'external' ? opened.url : opened.to
  const wanted = new URL(url, href).origin === origin ? features : { noopener: true, ...features }
  const listed = Object.entries(wanted).filter(([, value]) => value !== undefined)
  browser.open(url, target, listed.map(([name, value]) => `${name.toLowerCase()}=${value}`).join(', '))
}
