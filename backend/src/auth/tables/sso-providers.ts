import { randomUUID } from 'node:crypto'
import type { Statements } from '../kernel/dependencies.ts'

/** The mapping from assertion attributes to claims. */
export interface AttributeMapping {
  keys?: Record<string, { name?: string; names?: string[]; default?: unknown; array?: boolean }>
}

/** An identity provider: rows of auth.sso_providers, auth.saml_providers and auth.sso_domains. */
export interface SsoProviderRow {
  id: string
  resource_id: string | null
  disabled: boolean
  created_at: Date
  updated_at: Date
  entity_id: string
  metadata_xml: string
  metadata_url: string | null
  attribute_mapping: AttributeMapping | null
  name_id_format: string | null
  /** The time of the last fetch of the metadata. */
  metadata_at: Date
  /** In lower case and alphabetical order. */
  domains: string[]
}

const rows = (sql: Statements) => sql.fragment`
  select p.id, p.resource_id, coalesce(p.disabled, false) as disabled, p.created_at, p.updated_at, s.entity_id,
    s.metadata_xml, s.metadata_url, s.attribute_mapping, s.name_id_format, s.updated_at as metadata_at,
    coalesce(
      (select array_agg(d.domain order by d.domain) from auth.sso_domains d where d.sso_provider_id = p.id), '{}'
    ) as domains
  from auth.sso_providers p join auth.saml_providers s on s.sso_provider_id = p.id`

/** Lists providers, oldest first, optionally by resource id or its prefix. */
export async function listSsoProviders(
  sql: Statements,
  { resourceId, resourceIdPrefix }: { resourceId?: string; resourceIdPrefix?: string },
): Promise<SsoProviderRow[]> {
  return sql<SsoProviderRow[]>`
    ${rows(sql)}
    where (${resourceId ?? null}::text is null or lower(p.resource_id) = lower(${resourceId ?? null}))
      and (${resourceIdPrefix ?? null}::text is null or starts_with(lower(p.resource_id), lower(${resourceIdPrefix ?? null})))
    order by p.created_at, p.id`
}

export async function findSsoProvider(sql: Statements, id: string): Promise<SsoProviderRow | undefined> {
  const [provider] = await sql<SsoProviderRow[]>`${rows(sql)} where p.id = ${id}`
  return provider
}

export async function findSsoProviderByResourceId(
  sql: Statements,
  resourceId: string,
): Promise<SsoProviderRow | undefined> {
  const [provider] = await sql<SsoProviderRow[]>`${rows(sql)} where lower(p.resource_id) = lower(${resourceId})`
  return provider
}

export async function findSsoProviderByDomain(sql: Statements, domain: string): Promise<SsoProviderRow | undefined> {
  const [provider] = await sql<SsoProviderRow[]>`
    ${rows(sql)}
    where p.id = (select d.sso_provider_id from auth.sso_domains d where lower(d.domain) = lower(${domain}))`
  return provider
}

export async function findSsoProviderByEntityId(
  sql: Statements,
  entityId: string,
): Promise<SsoProviderRow | undefined> {
  const [provider] = await sql<SsoProviderRow[]>`${rows(sql)} where s.entity_id = ${entityId}`
  return provider
}

/** The fields that an operator sets. */
export interface SsoProviderFields {
  resourceId: string | null
  disabled: boolean
  entityId: string
  metadataXml: string
  metadataUrl: string | null
  attributeMapping: AttributeMapping
  nameIdFormat: string | null
  domains: string[]
}

/**
 * Creates a provider with its domains. Call it within a transaction. A taken entity id, domain or resource id is a
 * unique violation.
 */
export async function createSsoProvider(sql: Statements, fields: SsoProviderFields, now: Date): Promise<string> {
  const id = randomUUID()
  await sql`
    insert into auth.sso_providers (id, resource_id, disabled, created_at, updated_at)
    values (${id}, ${fields.resourceId}, ${fields.disabled}, ${now}, ${now})`
  await sql`
    insert into auth.saml_providers (id, sso_provider_id, entity_id, metadata_xml, metadata_url, attribute_mapping,
      name_id_format, created_at, updated_at)
    values (${randomUUID()}, ${id}, ${fields.entityId}, ${fields.metadataXml}, ${fields.metadataUrl},
      ${sql.json(fields.attributeMapping)}, ${fields.nameIdFormat}, ${now}, ${now})`
  await insertDomains(sql, id, fields.domains, now)
  return id
}

/** Replaces the fields of a provider. Call it within a transaction. */
export async function updateSsoProvider(
  sql: Statements,
  id: string,
  fields: SsoProviderFields,
  now: Date,
): Promise<void> {
  await sql`
    update auth.sso_providers set resource_id = ${fields.resourceId}, disabled = ${fields.disabled}, updated_at = ${now}
    where id = ${id}`
  await sql`
    update auth.saml_providers
    set metadata_xml = ${fields.metadataXml}, metadata_url = ${fields.metadataUrl}, name_id_format = ${fields.nameIdFormat},
        attribute_mapping = ${sql.json(fields.attributeMapping)}, updated_at = ${now}
    where sso_provider_id = ${id}`
  await sql`delete from auth.sso_domains where sso_provider_id = ${id} and domain <> all(${fields.domains})`
  await insertDomains(sql, id, fields.domains, now)
}

/** Domains that the provider already has stay unchanged. A domain of another provider is a unique violation. */
async function insertDomains(sql: Statements, id: string, domains: string[], now: Date): Promise<void> {
  for (const domain of domains) {
    await sql`
      insert into auth.sso_domains (id, sso_provider_id, domain, created_at, updated_at)
      select ${randomUUID()}, ${id}, ${domain}, ${now}, ${now}
      where not exists (select from auth.sso_domains where sso_provider_id = ${id} and domain = ${domain})`
  }
}

/** Stores refreshed metadata. */
export async function updateSsoMetadata(sql: Statements, id: string, metadataXml: string, now: Date): Promise<void> {
  await sql`
    update auth.saml_providers set metadata_xml = ${metadataXml}, updated_at = ${now} where sso_provider_id = ${id}`
}

export async function deleteSsoProvider(sql: Statements, id: string): Promise<void> {
  await sql`delete from auth.sso_providers where id = ${id}`
}
