import { createPath } from 'react-router'
import { seconds } from '#app/lib/durations.ts'
import { findTarget } from '../navigation/target.ts'

/** The storage key of the last reload, `{ path, expires }`. */
const RELOAD_KEY = 'hereabouts:reload'
const DEFAULT_TTL_MS = seconds(10)

export interface ReloadOptions {
  /** The path to load, from the root of the site. Default: the current one. */
  path?: string
  /** The time in which the same path is not reloaded again, in milliseconds. */
  ttlMs?: number
  /** Reloads even when the path was reloaded before. */
  force?: boolean
}

/** The browser APIs that a reload uses. */
export interface ReloadingBrowser {
  location: Pick<Location, 'href' | 'pathname' | 'search' | 'hash' | 'reload'>
  sessionStorage: Pick<Storage, 'getItem' | 'setItem'>
  navigator?: Pick<Navigator, 'onLine'>
}

/**
 * Loads the whole page again, at `path`. The same path is reloaded only once within `ttlMs`, so that a file that stays
 * missing never causes a loop. Returns true when it reloads. Without storage it always reloads. Offline it never does,
 * because the browser would replace the page by its own error.
 */
export function reloadApp(
  { path, ttlMs = DEFAULT_TTL_MS, force = false }: ReloadOptions = {},
  browser: ReloadingBrowser = window,
): boolean {
  const { location } = browser
  const target = findTarget(path ?? createPath(location))
  if (target?.kind !== 'internal' || browser.navigator?.onLine === false) return false
  const now = Date.now()
  const last = readLastReload(browser)
  if (!force && last?.path === target.to && last.expires >= now) return false
  saveLastReload(browser, { path: target.to, expires: now + ttlMs })
  // Assigning the same URL would only scroll to its fragment.
  if (target.to.split('#')[0] === location.pathname + location.search) location.reload()
  else location.href = target.to
  return true
}

interface LastReload {
  path: string
  expires: number
}

function readLastReload(browser: ReloadingBrowser): LastReload | undefined {
  try {
    const stored: unknown = JSON.parse(browser.sessionStorage.getItem(RELOAD_KEY) ?? 'null')
    return isLastReload(stored) ? stored : undefined
  } catch {
    return undefined // Storage is disabled or contains another value.
  }
}

function saveLastReload(browser: ReloadingBrowser, last: LastReload): void {
  try {
    browser.sessionStorage.setItem(RELOAD_KEY, JSON.stringify(last))
  } catch {
    // Storage is disabled or full, so reloads are not counted.
  }
}

function isLastReload(stored: unknown): stored is LastReload {
  if (typeof stored !== 'object' || stored === null || !('path' in stored) || !('expires' in stored)) return false
  return typeof stored.path === 'string' && typeof stored.expires === 'number'
}
