import { AppError } from '../../http/app-error.ts'
import { defineError } from './define-error.ts'

/** Errors of SAML single sign-on (auth 7.11). */
export const SSO_ERRORS = {
  ssoProviderNotFound: defineError(404, 'sso_provider_not_found', 'No such SSO provider'),
  ssoProviderOfDomainNotFound: defineError(404, 'sso_provider_not_found', 'No SSO provider assigned for this domain'),
  ssoProviderDisabled: defineError(404, 'sso_provider_disabled', 'SSO provider is disabled'),
  ssoDomainExists: (domain: string) =>
    new AppError(400, 'sso_domain_already_exists', `SSO Domain "${domain}" is already assigned to an SSO provider`),
  ssoConflict: defineError(422, 'conflict', 'Another SSO provider has this resource_id'),
  samlIdpExists: defineError(
    422,
    'saml_idp_already_exists',
    'SAML Identity Provider with this entity ID already exists',
  ),
  samlEntityMismatch: (present: string) =>
    new AppError(400, 'saml_entity_id_mismatch', `The metadata must belong to entity ID "${present}"`),
  samlMetadataFetchFailed: (why: string, cause?: unknown) =>
    new AppError(400, 'saml_metadata_fetch_failed', `SAML Metadata could not be fetched: ${why}`, { cause }),
  samlIdpNotFound: defineError(
    404,
    'saml_idp_not_found',
    'A SAML connection has not been established with this Identity Provider',
  ),
  samlRelayStateNotFound: defineError(
    404,
    'saml_relay_state_not_found',
    'SAML RelayState does not exist, try logging in again?',
  ),
  samlRelayStateExpired: defineError(
    422,
    'saml_relay_state_expired',
    'SAML RelayState has expired. Try logging in again?',
  ),
  samlInvalid: (why: string, cause?: unknown) =>
    new AppError(400, 'validation_failed', `SAML Assertion is not valid: ${why}`, { cause }),
  samlNoUserId: defineError(
    400,
    'saml_assertion_no_user_id',
    'SAML Assertion did not contain a persistent Subject Identifier',
  ),
  samlNoEmail: defineError(400, 'saml_assertion_no_email', 'SAML Assertion does not contain an email address'),
} as const
