import * as v from 'valibot'
import { List } from '../../http/parse-settings.ts'
import { findSamlKeyProblem } from './saml-private-key.ts'
import { Count, DurationMs, Flag, HttpUrl, setting } from './setting.ts'

const SamlPrivateKey = v.pipe(
  v.string(),
  v.rawCheck(({ dataset, addIssue }) => {
    const fault = dataset.typed ? findSamlKeyProblem(dataset.value) : undefined
    if (fault) addIssue({ message: fault })
  }),
)

/** Enables single sign-on (SSO) by SAML 2.0. */
export const SSO_SETTINGS = {
  samlEnabled: setting('GOTRUE_SAML_ENABLED', Flag, 'false', 'Enables single sign-on (SSO) by SAML 2.0.'),
  samlPrivateKey: setting(
    'GOTRUE_SAML_PRIVATE_KEY',
    SamlPrivateKey,
    undefined,
    'RSA key that signs SAML requests, as base64 of PKCS #1. By default a key is created and stored in the database.',
  ),
  samlPrivateKeyNext: setting(
    'GOTRUE_SAML_PRIVATE_KEY_NEXT',
    SamlPrivateKey,
    undefined,
    'The next signing key, published in our metadata beside the current one.',
  ),
  samlAllowEncrypted: setting(
    'GOTRUE_SAML_ALLOW_ENCRYPTED_ASSERTIONS',
    Flag,
    'false',
    'Identity providers may encrypt assertions.',
  ),
  samlExternalUrl: setting(
    'GOTRUE_SAML_EXTERNAL_URL',
    HttpUrl,
    undefined,
    'Public base URL for identity providers. Defaults to that of the service.',
  ),
  samlRelayStateMs: setting(
    'GOTRUE_SAML_RELAY_STATE_VALIDITY_PERIOD',
    DurationMs,
    '2m',
    'Lifetime of an unfinished SAML sign-in.',
  ),
  samlMetadataPrivateHosts: setting(
    'GOTRUE_SAML_METADATA_PRIVATE_HOSTS',
    List,
    '',
    'Hosts in private networks from which SAML metadata may be fetched.',
  ),
  rateLimitSamlAssertion: setting(
    'GOTRUE_SAML_RATE_LIMIT_ASSERTION',
    Count,
    '15',
    'SAML responses per 5 minutes and client.',
  ),
  rateLimitSso: setting('GOTRUE_RATE_LIMIT_SSO', Count, '30', 'SSO sign-ins per 5 minutes and client.'),
} as const
