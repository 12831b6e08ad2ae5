import { errors } from '../../errors.ts'
import { isEmail } from '../../kernel/values/email.ts'
import type { AttributeMapping, SsoProviderRow } from '../../tables/sso-providers.ts'
import type { ExternalAccount } from '../linking/external-account.ts'
import type { Assertion } from './check-assertion.ts'

const SUBJECT_ID = 'urn:oasis:names:tc:SAML:attribute:subject-id'
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'
const EMAIL_FORMAT = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'
/** The attribute names for an email address: those of LDAP, Microsoft and others. */
const EMAIL_ATTRIBUTES = [
  'urn:oid:0.9.2342.19200300.100.1.3',
  'urn:oid:1.2.840.113549.1.9.1',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  'http://schemas.xmlsoap.org/claims/EmailAddress',
  'mail',
  'Mail',
  'email',
  'Email',
  'emailAddress',
]
/** Claims that identity_data stores under their own names; all others go to custom_claims. */
const STANDARD_CLAIMS = new Set([
  'name',
  'family_name',
  'given_name',
  'middle_name',
  'nickname',
  'preferred_username',
  'profile',
  'picture',
  'website',
  'gender',
  'birthdate',
  'zoneinfo',
  'locale',
  'updated_at',
  'phone',
  'full_name',
  'avatar_url',
  'slug',
  'user_name',
])
/** Claims that only this service sets; no mapping may override them. */
const OWN_CLAIMS = new Set(['iss', 'sub', 'aud', 'iat', 'exp', 'provider_id', 'email_verified', 'phone_verified'])

/** Returns the account in an assertion. Throws when the assertion has no subject or no address (auth 7.11). */
export function toSsoAccount(provider: SsoProviderRow, assertion: Assertion): ExternalAccount {
  const subject = getSubject(assertion)
  const mapped = mapAttributes(provider.attribute_mapping ?? {}, assertion.attributes)
  const address = getEmail(assertion, mapped.email)
  const claims: Record<string, unknown> = { iss: assertion.issuer }
  const custom: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(mapped)) {
    if (name === 'email' || OWN_CLAIMS.has(name)) continue
    const place = STANDARD_CLAIMS.has(name) ? claims : custom
    place[name] = value
  }
  return {
    provider: `sso:${provider.id}`,
    subject,
    emails: [{ address, isVerified: true, isPrimary: true }],
    claims: Object.keys(custom).length > 0 ? { ...claims, custom_claims: custom } : claims,
    isEmailOptional: false,
  }
}

/** Returns the provider's permanent id of the person. Transient names change with every sign-in. */
function getSubject({ attributes, nameId }: Assertion): string {
  const subjectId = attributes.get(SUBJECT_ID)?.find((value) => value !== '')
  if (subjectId) return subjectId
  if (!nameId?.value || nameId.format === TRANSIENT) throw errors.samlNoUserId()
  return nameId.format === EMAIL_FORMAT ? nameId.value.toLowerCase() : nameId.value
}

function getEmail({ attributes, nameId }: Assertion, mapped: unknown): string {
  const candidates = [
    [mapped].flat().find((value) => typeof value === 'string'),
    ...EMAIL_ATTRIBUTES.map((name) => attributes.get(name)?.find((value) => value !== '')),
    nameId?.format === EMAIL_FORMAT ? nameId.value : undefined,
  ]
  const address = candidates.find((candidate) => candidate)?.toLowerCase()
  if (!address || !isEmail(address)) throw errors.samlNoEmail()
  return address
}

function mapAttributes({ keys = {} }: AttributeMapping, attributes: Assertion['attributes']): Record<string, unknown> {
  const claims: Record<string, unknown> = {}
  for (const [claim, { name, names = [], default: fallback, array: isArray = false }] of Object.entries(keys)) {
    const values = [...(name ? [name] : []), ...names].map((candidate) => attributes.get(candidate)).find(Boolean)
    const value = isArray ? values : values?.[0]
    if (value !== undefined) claims[claim] = value
    else if (fallback !== undefined) claims[claim] = fallback
  }
  return claims
}
