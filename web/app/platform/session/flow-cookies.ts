import type { AppSettings } from '../app-settings.ts'
import { sessionCookieOptions } from '../session-cookie.ts'

const VERIFIER = /^[^=;]+-code-verifier(?:\.\d+)?$/
const SET_VERIFIER = /^[^=;]+-code-verifier(?:\.\d+)?=/
/** A session that begins: the cookie, or its first part, with a value. */
const SET_SESSION = /^sb-[^=;]+-auth-token(?:\.0)?=[^;]/

type Place = Pick<AppSettings, 'siteUrl' | 'supabaseUrl'>
type Header = [name: string, value: string]

/**
 * The headers of a reply without what attempts to sign in leave: the client keeps a verifier for each one that was begun, and removes only
 * that of the one which succeeded. Untouched unless a visitor becomes a member by this reply: other flows, such as a change of address,
 * may be under way.
 */
export function withoutFlows(
  headers: Header[],
  { wasVisitor, cookieHeader, settings }: { wasVisitor: boolean; cookieHeader: string; settings: Place },
): Header[] {
  const isSignIn = wasVisitor && headers.some(([name, value]) => name === 'set-cookie' && SET_SESSION.test(value))
  if (!isSignIn) return headers
  const kept = headers.filter(([name, value]) => name !== 'set-cookie' || !SET_VERIFIER.test(value))
  return [...kept, ...forgetFlows(cookieHeader, settings)]
}

/** The same in the browser, for the moment when somebody has signed in there. */
export function forgetOwnFlows(settings: Place): void {
  for (const [, value] of forgetFlows(document.cookie, settings)) {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
    document.cookie = value
  }
}

/** Without the library's own functions: with them a page that only offers to sign in would load all of its client. */
function forgetFlows(cookieHeader: string, settings: Place): Header[] {
  const { name: session, path, secure } = sessionCookieOptions(settings)
  return cookieHeader
    .split(/;\s*/)
    .map((pair) => pair.split('=', 1)[0] ?? '')
    .filter((name) => name.startsWith(`${session}-`) && VERIFIER.test(name))
    .map((name) => ['set-cookie', `${name}=; Max-Age=0; Path=${path}${secure ? '; Secure' : ''}; SameSite=Lax`])
}
