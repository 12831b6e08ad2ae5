import { defineError } from './define-error.ts'

/** Our own OAuth server. Contract §9.2. */
export const OAUTH_SERVER_ERRORS = {
  aal2ToConsent: defineError(403, 'insufficient_aal', 'AAL2 session is required to let an app in'),
  oauthClientUnknown: defineError(400, 'oauth_client_not_found', 'client_id names no OAuth client'),
  tokenOfOauthClient: defineError(403, 'no_authorization', 'The token of an OAuth client does not allow this'),
  oauthClientNotFound: defineError(404, 'oauth_client_not_found', 'OAuth client not found'),
  oauthAuthorizationNotFound: defineError(404, 'oauth_authorization_not_found', 'OAuth authorization not found'),
  oauthConsentNotFound: defineError(404, 'oauth_consent_not_found', 'There is no grant to this OAuth client'),
} as const
