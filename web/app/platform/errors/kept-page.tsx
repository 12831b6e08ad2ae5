import { findRouter } from '../navigation/router-state.ts'
import { isBot } from './bots.ts'

interface KeptPage {
  pathname: string
  html: string
}

let kept: KeptPage | undefined

/**
 * Keeps what the server rendered, for bots, before the browser takes over: should that fail, they read on what was there. Not
 * of a page that the server already answered with an error.
 */
export function keepServerPage(): void {
  const { userAgent } = window.navigator
  if (!isBot(userAgent) || document.querySelector('.error-sheet')) return
  const body = document.body.cloneNode(true)
  if (!(body instanceof HTMLElement)) return
  for (const script of body.querySelectorAll('script')) script.remove()
  kept = { pathname: window.location.pathname, html: body.innerHTML }
}

/** The page that the server rendered here, when a bot reads it; undefined for people and for every later page. */
export function findKeptPage(): string | undefined {
  if (kept === undefined) return undefined
  const pathname = findRouter()?.state.location.pathname ?? kept.pathname
  return pathname === kept.pathname ? kept.html : undefined
}

/** The server's page in place of an error of the browser. */
export function KeptPage({ html, error }: { html: string; error: unknown }) {
  // biome-ignore lint/suspicious/noConsole: a bot's console is where its makers look
  console.log(`Not rendering error page for bot with user agent ${window.navigator.userAgent}:`, error)
  // biome-ignore lint/security/noDangerouslySetInnerHtml: what this server rendered on this page
  return <div className="contents" dangerouslySetInnerHTML={{ __html: html }} />
}
