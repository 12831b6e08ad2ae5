import { findRouter } from '../../navigation/router-state.ts'
import { isBot } from './bots.ts'

interface SavedPage {
  pathname: string
  html: string
}

let saved: SavedPage | undefined

/**
 * Saves the server-rendered page for bots before hydration, so that they can read it when the browser fails. Pages that
 * the server answered with an error are not saved.
 */
export function saveServerPage(): void {
  const { userAgent } = window.navigator
  if (!isBot(userAgent) || document.querySelector('.error-sheet')) return
  const body = document.body.cloneNode(true)
  if (!(body instanceof HTMLElement)) return
  for (const script of body.querySelectorAll('script')) script.remove()
  saved = { pathname: window.location.pathname, html: body.innerHTML }
}

/** Returns the server-rendered page when a bot reads it. Undefined for people and after a navigation. */
export function findSavedPage(): string | undefined {
  if (saved === undefined) return undefined
  const pathname = findRouter()?.state.location.pathname ?? saved.pathname
  return pathname === saved.pathname ? saved.html : undefined
}

/** Shows the saved server-rendered page instead of a browser error. */
export function SavedPage({ html, error }: { html: string; error: unknown }) {
  // biome-ignore lint/suspicious/noConsole: a bot's console is where its makers look
  console.log(`Not rendering error page for bot with user agent ${window.navigator.userAgent}:`, error)
  // biome-ignore lint/security/noDangerouslySetInnerHtml: what this server rendered on this page
  return <div className="contents" dangerouslySetInnerHTML={{ __html: html }} />
}
