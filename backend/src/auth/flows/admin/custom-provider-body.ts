import * as v from 'valibot'
import { ForbiddenAddressError, requireAllowedAddress } from '../../../http/guarded-fetch.ts'
import { JsonObject } from '../../../http/json-object.ts'
import { encryptClientSecret } from '../../domain/providers/client-secret.ts'
import { getCustomPolicy } from '../../domain/providers/open-provider.ts'
import { errors } from '../../errors.ts'
import type { AuthDependencies } from '../../kernel/dependencies.ts'
import type { CustomProviderFields, CustomProviderRow } from '../../tables/custom-providers.ts'

const LONGEST_TEXT = 2_048
const LONGEST_LIST = 100
const Words = v.array(v.string())

/** The body of an operator's request (auth 8). */
export const CustomProviderBody = v.object({
  provider_type: v.optional(v.string()),
  identifier: v.optional(v.string()),
  name: v.optional(v.string()),
  client_id: v.optional(v.string()),
  client_secret: v.optional(v.string()),
  acceptable_client_ids: v.optional(Words),
  scopes: v.optional(Words),
  pkce_enabled: v.optional(v.boolean()),
  attribute_mapping: v.optional(JsonObject),
  custom_claims_allowlist: v.optional(Words),
  authorization_params: v.optional(JsonObject),
  enabled: v.optional(v.boolean()),
  email_optional: v.optional(v.boolean()),
  issuer: v.optional(v.string()),
  discovery_url: v.optional(v.string()),
  skip_nonce_check: v.optional(v.boolean()),
  authorization_url: v.optional(v.string()),
  token_url: v.optional(v.string()),
  userinfo_url: v.optional(v.string()),
  jwks_uri: v.optional(v.string()),
})
export type CustomProviderBody = v.InferOutput<typeof CustomProviderBody>

const URL_FIELDS = ['issuer', 'discovery_url', 'authorization_url', 'token_url', 'userinfo_url', 'jwks_uri'] as const
/** Parameters that this service sends to the provider itself. */
const OWN_PARAMETERS = [
  'client_id',
  'client_secret',
  'redirect_uri',
  'response_type',
  'state',
  'nonce',
  'code_challenge',
  'code_challenge_method',
  'request',
  'request_uri',
]
/** Claims that identify the member in our own tokens. */
const OWN_CLAIMS = ['iss', 'aud', 'exp', 'iat', 'role', 'app_metadata', 'session_id', 'aal', 'amr', 'is_anonymous']

/** Throws 400 `validation_failed` for anything but `custom:<name>`. */
export function requireIdentifier(identifier: string): void {
  if (/^custom:[a-z0-9][a-z0-9_-]{0,62}$/i.test(identifier)) return
  throw errors.validation(
    "identifier must start with 'custom:' prefix, e.g. 'custom:acme', followed by letters, digits, - and _",
  )
}

/** Returns the columns of a provider. Throws 400 `validation_failed` with the field that is missing or not allowed. */
export function parseFields(dependencies: AuthDependencies, body: CustomProviderBody): CustomProviderFields {
  const { provider_type: type, identifier = '' } = body
  if (type !== 'oauth2' && type !== 'oidc') throw errors.validation("provider_type must be either 'oauth2' or 'oidc'")
  if (identifier === '') throw errors.validation('identifier is required')
  requireIdentifier(identifier)
  requireLimits(body)
  requireAddresses(dependencies, body)
  requireForeign(body.authorization_params, OWN_PARAMETERS, 'authorization_params must not set')
  requireForeign(body.attribute_mapping, OWN_CLAIMS, 'attribute_mapping must not set')
  const isOidc = type === 'oidc'
  return {
    provider_type: type,
    identifier,
    name: requireText(body, 'name'),
    client_id: requireText(body, 'client_id'),
    client_secret: encryptClientSecret(dependencies, requireText(body, 'client_secret')),
    acceptable_client_ids: body.acceptable_client_ids ?? [],
    scopes: body.scopes ?? (isOidc ? ['openid', 'email', 'profile'] : []),
    pkce_enabled: body.pkce_enabled ?? true,
    attribute_mapping: body.attribute_mapping ?? {},
    custom_claims_allowlist: body.custom_claims_allowlist ?? [],
    authorization_params: body.authorization_params ?? {},
    enabled: body.enabled ?? true,
    email_optional: body.email_optional ?? false,
    issuer: isOidc ? requireText(body, 'issuer', ' for OIDC providers') : null,
    discovery_url: isOidc ? body.discovery_url || null : null,
    skip_nonce_check: body.skip_nonce_check ?? false,
    authorization_url: isOidc ? null : requireText(body, 'authorization_url', ' for OAuth2 providers'),
    token_url: isOidc ? null : requireText(body, 'token_url', ' for OAuth2 providers'),
    userinfo_url: isOidc ? null : requireText(body, 'userinfo_url', ' for OAuth2 providers'),
    jwks_uri: body.jwks_uri || null,
  }
}

function requireText(body: CustomProviderBody, name: keyof CustomProviderBody, forWhom = ''): string {
  const value = body[name]
  if (typeof value !== 'string' || value.trim() === '') throw errors.validation(`${name} is required${forWhom}`)
  return value
}

function requireLimits(body: CustomProviderBody): void {
  for (const [name, value] of Object.entries(body)) {
    const texts = Array.isArray(value) ? value : [value]
    if (texts.length > LONGEST_LIST) throw errors.validation(`${name} must not have more than ${LONGEST_LIST} entries`)
    const isTooLong = texts.some(
      (text) => (typeof text === 'string' ? text : JSON.stringify(text)).length > LONGEST_TEXT,
    )
    if (isTooLong) throw errors.validation(`${name} must not be longer than ${LONGEST_TEXT} characters`)
  }
}

/** The service itself requests these URLs, so they must not reach internal networks. */
function requireAddresses({ settings }: AuthDependencies, body: CustomProviderBody): void {
  for (const name of URL_FIELDS) {
    const address = body[name]
    if (!address) continue
    try {
      requireAllowedAddress(address, getCustomPolicy(settings))
    } catch (error) {
      throw error instanceof ForbiddenAddressError ? errors.validation(`${name} ${error.message}`) : error
    }
  }
}

function requireForeign(values: Record<string, unknown> | undefined, own: string[], sentence: string): void {
  const found = Object.keys(values ?? {}).find((name) => own.includes(name))
  if (found) throw errors.validation(`${sentence} ${found}`)
}

/** Returns a stored provider in the shape of a request, so that a change can be merged into it. */
export function toBody({ id: _id, cached_discovery: _document, ...row }: CustomProviderRow): CustomProviderBody {
  const present = Object.entries(row).filter(([name, value]) => name in CustomProviderBody.entries && value !== null)
  return v.parse(CustomProviderBody, Object.fromEntries(present))
}
