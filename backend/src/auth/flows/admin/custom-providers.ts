import { toAdminActor } from '../../domain/accounts/audit.ts'
import { decryptClientSecret } from '../../domain/providers/client-secret.ts'
import { errors } from '../../errors.ts'
import type { Statements } from '../../kernel/dependencies.ts'
import { readBody } from '../../requests/body.ts'
import type { AuthRequest } from '../../requests/context.ts'
import { type AuditAction, createAuditEntry, toAuditEntry } from '../../tables/audit-log.ts'
import {
  type CustomProviderRow,
  countCustomProviders,
  createCustomProvider as createRow,
  deleteCustomProvider as deleteRow,
  findCustomProvider,
  listCustomProviders as listRows,
  updateCustomProvider as updateRow,
} from '../../tables/custom-providers.ts'
import { CustomProviderBody, parseFields, requireIdentifier, toBody } from './custom-provider-body.ts'

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
  const fields = parseFields(dependencies, await readBody(request, CustomProviderBody))
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
  const body = await readBody(request, CustomProviderBody)
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
