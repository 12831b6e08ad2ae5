import type { Statements } from '../kernel/dependencies.ts'

/** A provider that an operator added at run time. */
export interface CustomProviderRow {
  id: string
  provider_type: 'oauth2' | 'oidc'
  identifier: string
  name: string
  client_id: string
  client_secret: string
  acceptable_client_ids: string[]
  scopes: string[]
  pkce_enabled: boolean
  attribute_mapping: Record<string, unknown>
  custom_claims_allowlist: string[]
  authorization_params: Record<string, unknown>
  enabled: boolean
  email_optional: boolean
  issuer: string | null
  discovery_url: string | null
  skip_nonce_check: boolean
  cached_discovery: Record<string, unknown> | null
  discovery_cached_at: Date | null
  authorization_url: string | null
  token_url: string | null
  userinfo_url: string | null
  jwks_uri: string | null
  created_at: Date
  updated_at: Date
}

/** The fields that an operator sets. */
export type CustomProviderFields = Omit<
  CustomProviderRow,
  'id' | 'cached_discovery' | 'discovery_cached_at' | 'created_at' | 'updated_at'
>

export async function findCustomProvider(sql: Statements, identifier: string): Promise<CustomProviderRow | undefined> {
  const [provider] = await sql<CustomProviderRow[]>`
    select * from auth.custom_oauth_providers where identifier = ${identifier}`
  return provider
}

export async function listCustomProviders(sql: Statements, type: string | undefined): Promise<CustomProviderRow[]> {
  const matches = type === undefined ? sql.fragment`true` : sql.fragment`provider_type = ${type}`
  return sql<CustomProviderRow[]>`
    select * from auth.custom_oauth_providers where ${matches} order by created_at, identifier`
}

/** Counts the providers and prevents new ones until the transaction ends. */
export async function countCustomProviders(sql: Statements): Promise<number> {
  await sql`lock table auth.custom_oauth_providers in share row exclusive mode`
  const [row] = await sql<{ total: number }[]>`select count(*)::int as total from auth.custom_oauth_providers`
  return row?.total ?? 0
}

/** Creates a provider. Returns undefined when the identifier is taken. */
export async function createCustomProvider(
  sql: Statements,
  fields: CustomProviderFields,
  now: Date,
): Promise<CustomProviderRow | undefined> {
  const row = { ...toColumns(sql, fields), created_at: now, updated_at: now }
  const [provider] = await sql<CustomProviderRow[]>`
    insert into auth.custom_oauth_providers ${sql.insertion(row)} on conflict (identifier) do nothing returning *`
  return provider
}

/** Updates a provider and clears its discovery results. */
export async function updateCustomProvider(
  sql: Statements,
  fields: CustomProviderFields,
  now: Date,
): Promise<CustomProviderRow | undefined> {
  const row = { ...toColumns(sql, fields), cached_discovery: null, discovery_cached_at: null, updated_at: now }
  const [provider] = await sql<CustomProviderRow[]>`
    update auth.custom_oauth_providers set ${sql.assignments(row)} where identifier = ${fields.identifier} returning *`
  return provider
}

/** Returns false when the provider did not exist. */
export async function deleteCustomProvider(sql: Statements, identifier: string): Promise<boolean> {
  const rows = await sql`delete from auth.custom_oauth_providers where identifier = ${identifier} returning id`
  return rows.length > 0
}

function toColumns(sql: Statements, fields: CustomProviderFields) {
  return {
    ...fields,
    attribute_mapping: sql.json(fields.attribute_mapping),
    authorization_params: sql.json(fields.authorization_params),
  }
}
