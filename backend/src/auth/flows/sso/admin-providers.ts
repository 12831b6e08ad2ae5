import { DatabaseError } from '../../../postgres/statements/database-error.ts'
import { errors } from '../../errors.ts'
import type { AuthDependencies, Statements } from '../../kernel/dependencies.ts'
import { isUuid } from '../../kernel/values/uuid.ts'
import { readBody } from '../../requests/body.ts'
import type { AuthRequest } from '../../requests/context.ts'
import {
  createSsoProvider,
  deleteSsoProvider,
  findSsoProvider,
  findSsoProviderByDomain,
  findSsoProviderByEntityId,
  findSsoProviderByResourceId,
  listSsoProviders,
  type SsoProviderRow,
  updateSsoProvider,
} from '../../tables/sso-providers.ts'
import { readMetadata, SsoProviderBody, toFields } from './sso-provider-body.ts'

const RESOURCE_PREFIX = 'resource_'
const UNIQUE_VIOLATION = '23505'
/** GET /admin/sso/providers (auth 8). */
export async function listProviders(request: AuthRequest): Promise<Response> {
  const { resource_id: resourceId, resource_id_prefix: resourceIdPrefix } = request.req.query()
  const filter = { ...(resourceId ? { resourceId } : {}), ...(resourceIdPrefix ? { resourceIdPrefix } : {}) }
  const providers = await listSsoProviders(request.var.dependencies.sql, filter)
  return request.json({ items: providers.map((provider) => toProviderJson(provider, { hasXml: false })) })
}

/** POST /admin/sso/providers (auth 8). */
export async function createProvider(request: AuthRequest): Promise<Response> {
  const { dependencies } = request.var
  const body = await readBody(request, SsoProviderBody)
  if (body.type !== 'saml') throw errors.validation("Only 'saml' supported for SSO provider type")
  const metadata = await readMetadata(dependencies, body)
  if (!metadata) throw errors.validation('Either metadata_xml or metadata_url must be set')
  if (await findSsoProviderByEntityId(dependencies.sql, metadata.entityId)) throw errors.samlIdpExists()
  const fields = toFields(body, {
    ...metadata,
    resourceId: null,
    disabled: false,
    attributeMapping: {},
    nameIdFormat: null,
    domains: [],
  })
  const provider = await write(dependencies, async (sql) => {
    await requireFreeDomains(sql, fields.domains, undefined)
    const id = await createSsoProvider(sql, fields, dependencies.now())
    return findSsoProvider(sql, id)
  })
  return request.json(toProviderJson(provider), 201)
}

/** GET /admin/sso/providers/{id or resource_<resource id>} (auth 8). */
export async function getProvider(request: AuthRequest): Promise<Response> {
  return request.json(toProviderJson(await getProviderOfPath(request)))
}

/** PUT /admin/sso/providers/{id}. Missing fields stay unchanged; domains and the mapping are replaced (auth 8). */
export async function updateProvider(request: AuthRequest): Promise<Response> {
  const { dependencies } = request.var
  const present = await getProviderOfPath(request)
  const body = await readBody(request, SsoProviderBody)
  if (body.type && body.type !== 'saml') throw errors.validation("Only 'saml' supported for SSO provider type")
  const metadata = await readMetadata(dependencies, body)
  if (metadata && metadata.entityId !== present.entity_id) throw errors.samlEntityMismatch(present.entity_id)
  const fields = toFields(body, {
    entityId: present.entity_id,
    metadataXml: metadata?.metadataXml ?? present.metadata_xml,
    metadataUrl: metadata ? metadata.metadataUrl : present.metadata_url,
    resourceId: present.resource_id,
    disabled: present.disabled,
    attributeMapping: present.attribute_mapping ?? {},
    nameIdFormat: present.name_id_format,
    domains: present.domains,
  })
  const changed = await write(dependencies, async (sql) => {
    await requireFreeDomains(sql, fields.domains, present.id)
    await updateSsoProvider(sql, present.id, fields, dependencies.now())
    return findSsoProvider(sql, present.id)
  })
  return request.json(toProviderJson(changed))
}

/** DELETE /admin/sso/providers/{id}. Its members keep their accounts but can no longer sign in with it (auth 8). */
export async function deleteProvider(request: AuthRequest): Promise<Response> {
  const provider = await getProviderOfPath(request)
  await deleteSsoProvider(request.var.dependencies.sql, provider.id)
  return request.json(toProviderJson(provider))
}

async function getProviderOfPath(request: AuthRequest): Promise<SsoProviderRow> {
  const { sql } = request.var.dependencies
  const id = request.req.param('id') ?? ''
  const isResource = id.startsWith(RESOURCE_PREFIX)
  const byId = isUuid(id) ? await findSsoProvider(sql, id) : undefined
  const provider = isResource ? await findSsoProviderByResourceId(sql, id.slice(RESOURCE_PREFIX.length)) : byId
  if (!provider) throw errors.ssoProviderNotFound()
  return provider
}

async function requireFreeDomains(sql: Statements, domains: string[], ownId: string | undefined): Promise<void> {
  for (const domain of domains) {
    const holder = await findSsoProviderByDomain(sql, domain)
    if (holder && holder.id !== ownId) throw errors.ssoDomainExists(domain)
  }
}

/** Maps unique violations to errors, because a concurrent request may have passed the checks too. */
async function write(
  { sql }: AuthDependencies,
  work: (sql: Statements) => Promise<SsoProviderRow | undefined>,
): Promise<SsoProviderRow> {
  const provider = await sql.begin(work).catch((error: unknown) => {
    if (!(error instanceof DatabaseError) || error.code !== UNIQUE_VIOLATION) throw error
    if (error.constraint === 'saml_providers_entity_id_key') throw errors.samlIdpExists(error)
    if (error.constraint === 'sso_domains_domain_key') throw errors.ssoDomainExists('of them')
    throw errors.ssoConflict(error)
  })
  if (!provider) throw errors.ssoProviderNotFound()
  return provider
}

function toProviderJson(provider: SsoProviderRow, { hasXml } = { hasXml: true }): Record<string, unknown> {
  return {
    id: provider.id,
    ...(provider.resource_id ? { resource_id: provider.resource_id } : {}),
    disabled: provider.disabled,
    saml: {
      entity_id: provider.entity_id,
      ...(hasXml ? { metadata_xml: provider.metadata_xml } : {}),
      ...(provider.metadata_url ? { metadata_url: provider.metadata_url } : {}),
      attribute_mapping: provider.attribute_mapping ?? {},
      ...(provider.name_id_format ? { name_id_format: provider.name_id_format } : {}),
    },
    domains: provider.domains.map((domain) => ({ domain })),
    created_at: provider.created_at,
    updated_at: provider.updated_at,
  }
}
