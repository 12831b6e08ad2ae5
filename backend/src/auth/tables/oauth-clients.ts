import type { Statements } from '../kernel/dependencies.ts'

/** An app that signs members in through this service. */
export interface OauthClientRow {
  id: string
  client_secret_hash: string | null
  registration_type: 'dynamic' | 'manual'
  redirect_uris: string[]
  grant_types: string[]
  client_name: string | null
  client_uri: string | null
  logo_uri: string | null
  client_type: 'public' | 'confidential'
  token_endpoint_auth_method: 'client_secret_basic' | 'client_secret_post' | 'none'
  created_at: Date
  updated_at: Date
}

// Lists are stored as strings, as on hosted projects: URLs and grants contain no unencoded comma.
const columns = (sql: Statements) => sql.fragment`
  id, client_secret_hash, registration_type, string_to_array(redirect_uris, ',') as redirect_uris,
  string_to_array(grant_types, ',') as grant_types, client_name, client_uri, logo_uri, client_type,
  token_endpoint_auth_method, created_at, updated_at`

/** Finds a client that is not deleted. */
export async function findOauthClient(sql: Statements, id: string): Promise<OauthClientRow | undefined> {
  const [client] = await sql<OauthClientRow[]>`
    select ${columns(sql)} from auth.oauth_clients where id = ${id} and deleted_at is null`
  return client
}

/** Lists clients, newest first; `total` counts all. */
export async function listOauthClients(
  sql: Statements,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ clients: OauthClientRow[]; total: number }> {
  const [[counted], clients] = await Promise.all([
    sql<{ total: number }[]>`select count(*)::int as total from auth.oauth_clients where deleted_at is null`,
    sql<OauthClientRow[]>`
      select ${columns(sql)} from auth.oauth_clients where deleted_at is null
      order by created_at desc, id limit ${limit} offset ${offset}`,
  ])
  return { clients, total: counted?.total ?? 0 }
}

export async function createOauthClient(sql: Statements, client: OauthClientRow): Promise<void> {
  await sql`
    insert into auth.oauth_clients (id, client_secret_hash, registration_type, redirect_uris, grant_types, client_name,
      client_uri, logo_uri, client_type, token_endpoint_auth_method, created_at, updated_at)
    values (${client.id}, ${client.client_secret_hash}, ${client.registration_type}, ${client.redirect_uris.join(',')},
      ${client.grant_types.join(',')}, ${client.client_name}, ${client.client_uri}, ${client.logo_uri},
      ${client.client_type}, ${client.token_endpoint_auth_method}, ${client.created_at}, ${client.updated_at})`
}

/** Updates the fields that an operator may change. */
export async function updateOauthClient(sql: Statements, client: OauthClientRow): Promise<void> {
  await sql`
    update auth.oauth_clients
    set redirect_uris = ${client.redirect_uris.join(',')}, grant_types = ${client.grant_types.join(',')},
        client_name = ${client.client_name}, client_uri = ${client.client_uri}, logo_uri = ${client.logo_uri},
        client_secret_hash = ${client.client_secret_hash}, updated_at = ${client.updated_at},
        token_endpoint_auth_method = ${client.token_endpoint_auth_method}
    where id = ${client.id} and deleted_at is null`
}

/** Marks a client as deleted and revokes all its grants. */
export async function deleteOauthClient(sql: Statements, id: string, now: Date): Promise<void> {
  await sql`update auth.oauth_clients set deleted_at = ${now}, client_secret_hash = null where id = ${id}`
  await sql`delete from auth.oauth_authorizations where client_id = ${id}`
  await sql`delete from auth.oauth_consents where client_id = ${id}`
  await sql`delete from auth.sessions where oauth_client_id = ${id}`
}
