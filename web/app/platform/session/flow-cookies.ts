import type { AppSettings } from '../config/app-settings.ts'
import { sessionCookieOptions } from './session-cookie.ts'

const VERIFIER = /^[^=;]+-code-verifier(?:\.\d+)?$/
const SET_VERIFIER = /^[^=;]+-code-verifier(?:\.\d+)?=/
/** The cookie of a new session, or its first chunk, with a value. */
const SET_SESSION = /^sb-[^=;]+-auth-token(?:\.0)?=[^;]/

type Place = Pick<AppSettings, 'siteUrl' | 'supabaseUrl'>
type Header = [name: string, value: string]

/**
 * Adds headers that delete the PKCE verifiers of abandoned sign-ins, because the client deletes only that of the
 * completed one. The response is unchanged unless it signs a visitor in: other flows, such as an email change, may be
 * in progress.
 */
export function addFlowDeletions(
  headers: Header[],
  { wasVisitor, cookieHeader, settings }: { wasVisitor: boolean; cookieHeader: string; settings: Place },
): Header[] {
  const isSignIn = wasVisitor && headers.some(([name, value]) => name === 'set-cookie' && SET_SESSION.test(value))
  if (!isSignIn) return headers
  const kept = headers.filter(([name, value]) => name !== 'set-cookie' || !SET_VERIFIER.test(value))
  return [...kept, ...listFlowDeletions(cookieHeader, settings)]
}

/** Does the same in the browser, right after a sign-in there. */
export function deleteFlowCookies(settings: Place): void {
  for (const [, value] of listFlowDeletions(document.cookie, settings)) {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
    document.cookie = value
  }
}

/** Avoids the library's own functions, which would load its whole client on pages that only offer to sign in. */
function listFlowDeletions(cookieHeader: string, settings: Place): Header[] {
  const { name: session, path, secure } = sessionCookieOptions(settings)
  return cookieHeader
    .split(/;\s*/)
    .map((pair) => pair.split('=', 1)[0] ?? '')
    .filter((name) => name.startsWith(`${session}-`) && VERIFIER.test(name))
    .map((name) => ['set-cookie', `${name}=; Max-Age=0; Path=${path}${secure ? '; Secure' : ''}; SameSite=Lax`])
}
