import * as v from 'valibot'
import { ForbiddenAddressError, requireAllowedAddress } from '../../../http/guarded-fetch.ts'
import { toAdminActor } from '../../domain/accounts/audit.ts'
import { decryptClientSecret, encryptClientSecret } from '../../domain/providers/client-secret.ts'
import { getCustomPolicy } from '../../domain/providers/open-provider.ts'
import { errors } from '../../errors.ts'
import type { AuthDependencies, Statements } from '../../kernel/dependencies.ts'
import { JsonObject, readBody } from '../../requests/body.ts'
import type { AuthRequest } from '../../requests/context.ts'
import { type AuditAction, createAuditEntry, toAuditEntry } from '../../tables/audit-log.ts'
import {
  type CustomProviderFields,
  type CustomProviderRow,
  countCustomProviders,
  createCustomProvider as createRow,
  deleteCustomProvider as deleteRow,
  findCustomProvider,
  listCustomProviders as listRows,
  updateCustomProvider as updateRow,
} from '../../tables/custom-providers.ts'

const LONGEST_TEXT = 2_048
const LONGEST_LIST = 100
const Words = v.array(v.string())

/** The body of an operator's request (auth 8). */
const Body = v.object({
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
type Body = v.InferOutput<typeof Body>

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

/** GET /admin/custom-providers. */
export async function listCustomProviders(request: AuthRequest): Promise<Response> {
  const type = request.req.query('type') || undefined
  if (type !== undefined && type !== 'oauth2' && type !== 'oidc') {
    throw errors.validation("type must be either 'oauth2' or 'oidc'")
  }
  const providers = await listRows(request.var.dependencies.sql, type)
  return request.json({ providers: providers.map(toProviderJson) })
}

/** GET /admin/custom-providers/{identifier}. */
export async function getCustomProvider(request: AuthRequest): Promise<Response> {
  return request.json(toProviderJson(await getProviderOfPath(request, request.var.dependencies.sql)))
}

/** POST /admin/custom-providers. */
export async function createCustomProvider(request: AuthRequest): Promise<Response> {
  const { dependencies } = request.var
  const { settings } = dependencies
  if (!settings.customOauthEnabled) throw errors.customOauthDisabled()
  const fields = parseFields(dependencies, await readBody(request, Body))
  const created = await dependencies.sql.begin(async (sql) => {
    const limit = settings.customOauthMaxProviders
    if (limit > 0 && (await countCustomProviders(sql)) >= limit) throw errors.overCustomProviderQuota()
    const provider = await createRow(sql, fields, dependencies.now())
    if (!provider) throw errors.customProviderExists()
    await audit(request, sql, 'custom_provider_created', provider.identifier)
    return provider
  })
  return request.json(toProviderJson(created), 201)
}

/** PUT /admin/custom-providers/{identifier}. Missing fields stay unchanged. */
export async function updateCustomProvider(request: AuthRequest): Promise<Response> {
  const { dependencies } = request.var
  const body = await readBody(request, Body)
  const updated = await dependencies.sql.begin(async (sql) => {
    const present = await getProviderOfPath(request, sql)
    const fixed = { identifier: present.identifier, provider_type: present.provider_type }
    const secret = body.client_secret ?? decryptClientSecret(dependencies, present.client_secret)
    const fields = parseFields(dependencies, { ...toBody(present), ...body, ...fixed, client_secret: secret })
    const provider = await updateRow(sql, fields, dependencies.now())
    if (!provider) throw errors.customProviderNotFound()
    await audit(request, sql, 'custom_provider_updated', provider.identifier)
    return provider
  })
  return request.json(toProviderJson(updated))
}

/** DELETE /admin/custom-providers/{identifier}. Its identities stay but can no longer sign in. */
export async function deleteCustomProvider(request: AuthRequest): Promise<Response> {
  await request.var.dependencies.sql.begin(async (sql) => {
    const { identifier } = await getProviderOfPath(request, sql)
    if (!(await deleteRow(sql, identifier))) throw errors.customProviderNotFound()
    await audit(request, sql, 'custom_provider_deleted', identifier)
  })
  return request.body(null, 204)
}

async function getProviderOfPath(request: AuthRequest, sql: Statements): Promise<CustomProviderRow> {
  const identifier = request.req.param('identifier') ?? ''
  requireIdentifier(identifier)
  const provider = await findCustomProvider(sql, identifier)
  if (!provider) throw errors.customProviderNotFound()
  return provider
}

function requireIdentifier(identifier: string): void {
  if (/^custom:[a-z0-9][a-z0-9_-]{0,62}$/i.test(identifier)) return
  throw errors.validation(
    "identifier must start with 'custom:' prefix, e.g. 'custom:acme', followed by letters, digits, - and _",
  )
}

function parseFields(dependencies: AuthDependencies, body: Body): CustomProviderFields {
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

function requireText(body: Body, name: keyof Body, forWhom = ''): string {
  const value = body[name]
  if (typeof value !== 'string' || value.trim() === '') throw errors.validation(`${name} is required${forWhom}`)
  return value
}

function requireLimits(body: Body): void {
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
function requireAddresses({ settings }: AuthDependencies, body: Body): void {
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

function toBody({ id: _id, cached_discovery: _document, ...row }: CustomProviderRow): Body {
  const present = Object.entries(row).filter(([name, value]) => name in Body.entries && value !== null)
  return v.parse(Body, Object.fromEntries(present))
}

/** Returns the provider as operators see it, without its secret. */
function toProviderJson(row: CustomProviderRow): Record<string, unknown> {
  const { client_secret: _secret, cached_discovery: document, discovery_cached_at: _cachedAt, ...shown } = row
  const present = Object.entries(shown).filter(([, value]) => value !== null)
  return { ...Object.fromEntries(present), ...(document ? { discovery_document: document } : {}) }
}

async function audit(request: AuthRequest, sql: Statements, action: AuditAction, identifier: string): Promise<void> {
  const { dependencies, admin } = request.var
  const entry = toAuditEntry(toAdminActor(admin.role), action, dependencies.client.ip, { identifier })
  await createAuditEntry(sql, entry, dependencies.now())
}
