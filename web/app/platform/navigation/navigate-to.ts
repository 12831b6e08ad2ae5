import { useCallback } from 'react'
import { type NavigateFunction, type NavigateOptions, useNavigate } from 'react-router'
import { type Destination, readTarget } from './target.ts'

/** How a window is opened: its name, by default a new tab, and features such as `{ popup: true, width: 400 }`. */
interface OpenOptions {
  target?: string
  features?: Record<string, string | number | boolean | undefined>
}

export interface NavigateToOptions extends NavigateOptions {
  /** Lets an address leave the site: the whole page is loaded from there. */
  external?: boolean
  /** Opens a window instead of going anywhere. */
  open?: OpenOptions
}

/** The parts of a browser that going somewhere needs. */
export interface NavigatingBrowser {
  location: Pick<Location, 'href' | 'origin' | 'assign' | 'replace'>
  open: (url: string, target: string, features: string) => unknown
}

/** Goes to a place inside the site; to another site only when `external` says so. Throws a NavigationError otherwise. */
export type NavigateTo = (destination: Destination, options?: NavigateToOptions) => Promise<void>

/** The one way in which screens go somewhere by script. */
export function useNavigateTo(): NavigateTo {
  const navigate = useNavigate()
  return useCallback((destination, options) => navigateTo(destination, options, navigate, window), [navigate])
}

/** `useNavigateTo` without React: `navigate` takes the places inside the site, `browser` the addresses elsewhere. */
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

/** A window may show any site; one of another origin learns nothing of ours. */
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
