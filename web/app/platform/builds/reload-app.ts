import { createPath } from 'react-router'
import { seconds } from '#app/lib/durations.ts'
import { findTarget } from '../navigation/target.ts'

/** Where the last reload is kept: `{ path, expires }`, and nothing of a session or a draft. */
const RELOAD_KEY = 'hereabouts:reload'
const DEFAULT_TTL_MS = seconds(10)

export interface ReloadOptions {
  /** Where to be after the reload; by default where the visitor is. A path inside the site, from the root. */
  path?: string
  /** How long the same path is not reloaded again. */
  ttlMs?: number
  /** Reloads whatever was reloaded before. */
  force?: boolean
}

/** The parts of a browser that a reload needs. */
export interface ReloadingBrowser {
  location: Pick<Location, 'href' | 'pathname' | 'search' | 'hash' | 'reload'>
  sessionStorage: Pick<Storage, 'getItem' | 'setItem'>
}

/**
 * Loads the whole page again, at `path`. Not twice within `ttlMs` for the same path, so that a file that stays missing never
 * makes a loop. Says whether it does. Without storage nothing is remembered and it always does.
 */
export function reloadApp(
  { path, ttlMs = DEFAULT_TTL_MS, force = false }: ReloadOptions = {},
  browser: ReloadingBrowser = window,
): boolean {
  const { location } = browser
  const target = findTarget(path ?? createPath(location))
  if (target?.kind !== 'internal') return false
  const now = Date.now()
  const last = readLastReload(browser)
  if (!force && last?.path === target.to && last.expires >= now) return false
  keepLastReload(browser, { path: target.to, expires: now + ttlMs })
  // By address a browser would only scroll to a fragment of the same page.
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
    const kept: unknown = JSON.parse(browser.sessionStorage.getItem(RELOAD_KEY) ?? 'null')
    return isLastReload(kept) ? kept : undefined
  } catch {
    return undefined // Storage that is switched off, or that somebody wrote something else to.
  }
}

function keepLastReload(browser: ReloadingBrowser, last: LastReload): void {
  try {
    browser.sessionStorage.setItem(RELOAD_KEY, JSON.stringify(last))
  } catch {
    // Switched off or full: then reloads are not counted.
  }
}

function isLastReload(kept: unknown): kept is LastReload {
  if (typeof kept !== 'object' || kept === null || !('path' in kept) || !('expires' in kept)) return false
  return typeof kept.path === 'string' && typeof kept.expires === 'number'
}
