import * as v from 'valibot'
import { findFaultOfSamlKey } from './saml-private-key.ts'
import { Count, DurationMs, Flag, HttpUrl, List, setting } from './setting.ts'

const SamlPrivateKey = v.pipe(
  v.string(),
  v.rawCheck(({ dataset, addIssue }) => {
    const fault = dataset.typed ? findFaultOfSamlKey(dataset.value) : undefined
    if (fault) addIssue({ message: fault })
  }),
)

/** Single sign-on by SAML 2.0. */
export const SSO_SETTINGS = {
  samlEnabled: setting('GOTRUE_SAML_ENABLED', Flag, 'false', 'Single sign-on by SAML 2.0.'),
  samlPrivateKey: setting(
    'GOTRUE_SAML_PRIVATE_KEY',
    SamlPrivateKey,
    undefined,
    'RSA key by which we sign SAML requests, as base64 of PKCS #1; by default made once and kept in the database.',
  ),
  samlPrivateKeyNext: setting(
    'GOTRUE_SAML_PRIVATE_KEY_NEXT',
    SamlPrivateKey,
    undefined,
    'The key to come, shown in our metadata beside the present one.',
  ),
  samlAllowEncrypted: setting(
    'GOTRUE_SAML_ALLOW_ENCRYPTED_ASSERTIONS',
    Flag,
    'false',
    'Identity providers may encrypt what they assert.',
  ),
  samlExternalUrl: setting(
    'GOTRUE_SAML_EXTERNAL_URL',
    HttpUrl,
    undefined,
    'Public base of this service for identity providers; by default the public base.',
  ),
  samlRelayStateMs: setting(
    'GOTRUE_SAML_RELAY_STATE_VALIDITY_PERIOD',
    DurationMs,
    '2m',
    'Time in which a sign-in by SAML has to end.',
  ),
  samlMetadataPrivateHosts: setting(
    'GOTRUE_SAML_METADATA_PRIVATE_HOSTS',
    List,
    '',
    'Hosts in private networks whose SAML metadata may be fetched.',
  ),
  rateLimitSamlAssertion: setting(
    'GOTRUE_SAML_RATE_LIMIT_ASSERTION',
    Count,
    '15',
    'Answers of identity providers in 5 minutes.',
  ),
  rateLimitSso: setting('GOTRUE_RATE_LIMIT_SSO', Count, '30', 'Single sign-ons begun in 5 minutes.'),
} as const
