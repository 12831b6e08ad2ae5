import type { TestAuth } from '../test-auth.ts'
import { type OAuthPeer, startOAuthPeer } from './test-peer.ts'
import { enableProvider } from './test-settings.ts'

/** The example of RFC 7636, appendix B. */
export const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
export const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'

/** Starts a peer that responds as GitLab does. */
export async function startGitlab(): Promise<OAuthPeer> {
  return startOAuthPeer({
    authorizePath: '/oauth/authorize',
    tokenPath: '/oauth/token',
    answers: {
      '/api/v4/user': { id: 12, username: 'ada', name: 'Ada', email: 'ada@example.org', confirmed_at: '2026-01-01' },
    },
  })
}

/** Returns the settings that enable GitLab at the peer. */
export const withGitlab = (gitlab: OAuthPeer, more: Record<string, string> = {}) =>
  enableProvider('gitlab', gitlab, more)

/** Begins a sign-in with the query of /authorize. */
export async function startProviderSignIn(
  auth: TestAuth,
  query: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  return auth.request(`/authorize?${query}`, { redirect: 'manual', headers })
}
