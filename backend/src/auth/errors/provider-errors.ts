import { AppError } from '../../http/app-error.ts'
import { defineError } from './define-error.ts'

/** Errors of identities and of sign-in with a provider (auth 6.6, auth 7.8, auth 7.9). */
export const PROVIDER_ERRORS = {
  manualLinkingDisabled: defineError(404, 'manual_linking_disabled', 'Manual linking is disabled'),
  aal2ToLink: defineError(403, 'insufficient_aal', 'AAL2 required to link or unlink identities'),

  severalAccounts: (domain: string) =>
    new AppError(
      500,
      'unexpected_failure',
      `Multiple accounts with the same email address in the same linking domain detected: ${domain}`,
    ),
  providerEmailNeedsVerification: (provider: string, isMailed: boolean) =>
    new AppError(
      422,
      'provider_email_needs_verification',
      isMailed
        ? `Unverified email with ${provider}. A confirmation email has been sent to your ${provider} email`
        : `Unverified email with ${provider}. Verify the email with ${provider} in order to sign in`,
    ),
  linkedEmailNotConfirmed: (provider: string) =>
    new AppError(
      422,
      'email_not_confirmed',
      `Unverified email with ${provider}. A confirmation email has been sent to your ${provider} email`,
    ),
  identityAlreadyLinked: defineError(422, 'identity_already_exists', 'Identity is already linked'),
  identityLinkedToOtherUser: defineError(422, 'identity_already_exists', 'Identity is already linked to another user'),
  inviteNotFound: defineError(404, 'invite_not_found', 'Invite not found'),
  inviteEmailMismatch: defineError(
    400,
    'validation_failed',
    'Invited email does not match emails from external provider',
  ),
  providerDisabled: (issuer: string) =>
    new AppError(400, 'provider_disabled', `Provider (issuer ${JSON.stringify(issuer)}) is not enabled`),
  customOauthDisabled: defineError(400, 'feature_disabled', 'Custom OAuth/OIDC providers are not enabled'),
  customProviderNotFound: defineError(404, 'custom_provider_not_found', 'Custom OAuth provider not found'),
  customProviderExists: defineError(400, 'conflict', 'A custom OAuth provider with this identifier already exists'),
  overCustomProviderQuota: defineError(
    400,
    'over_custom_provider_quota',
    'Maximum number of custom OAuth/OIDC providers reached',
  ),
  providerNotEnabled: defineError(400, 'validation_failed', 'Unsupported provider: provider is not enabled'),
  providerSecretMissing: defineError(400, 'validation_failed', 'Unsupported provider: missing OAuth secret'),
  providerUnreachable: defineError(500, 'unexpected_failure', 'Unable to reach the external provider'),
  providerExchangeFailed: defineError(500, 'unexpected_failure', 'Unable to exchange external code'),
  providerProfileFailed: defineError(500, 'unexpected_failure', 'Error getting user profile from external provider'),
  providerEmailMissing: defineError(500, 'unexpected_failure', 'Error getting user email from external provider'),
  invitedUserNotFound: defineError(404, 'user_not_found', 'User identified by token not found'),
  callbackStateMissing: defineError(400, 'bad_oauth_callback', 'OAuth callback with missing state'),
  callbackCodeMissing: defineError(400, 'bad_oauth_callback', 'OAuth callback with missing authorization code'),
  badState: defineError(400, 'bad_oauth_state', 'OAuth state is invalid'),
  stateNotFound: defineError(400, 'bad_oauth_state', 'OAuth state not found or expired'),
  stateUsed: defineError(400, 'flow_state_already_used', 'OAuth state has already been used'),
  clientStateNotFound: defineError(422, 'oauth_client_state_not_found', 'OAuth state not found'),
  clientStateExpired: defineError(422, 'oauth_client_state_expired', 'OAuth state expired'),
  unexpectedAudience: defineError(403, 'unexpected_audience', "Token audience doesn't match request audience"),
  singleIdentity: defineError(
    422,
    'single_identity_not_deletable',
    'User must have at least 1 identity after unlinking',
  ),
  identityNotFound: defineError(422, 'identity_not_found', "Identity doesn't exist"),
  emailConflict: defineError(
    422,
    'email_conflict_identity_not_deletable',
    'Unable to unlink identity due to email conflict',
  ),
  noVerifiedEmail: defineError(
    422,
    'email_conflict_identity_not_deletable',
    'Unable to unlink identity because the remaining email addresses are not verified',
  ),
} as const
