import { randomUUID } from 'node:crypto'
import type { Statements } from '../kernel/dependencies.ts'

/** A member's consent for a client. */
export interface OauthConsentRow {
  client_id: string
  scopes: string[]
  granted_at: Date
}

/** Returns the active consent, if there is one. */
export async function findConsent(
  sql: Statements,
  userId: string,
  clientId: string,
): Promise<OauthConsentRow | undefined> {
  const [consent] = await sql<OauthConsentRow[]>`
    select client_id, string_to_array(scopes, ' ') as scopes, granted_at from auth.oauth_consents
    where user_id = ${userId} and client_id = ${clientId} and revoked_at is null`
  return consent
}

/** Grants scopes in addition to earlier grants that were not revoked. */
export async function upsertConsent(
  sql: Statements,
  { userId, clientId, scopes, now }: { userId: string; clientId: string; scopes: string[]; now: Date },
): Promise<void> {
  const before = await findConsent(sql, userId, clientId)
  const all = [...new Set([...(before?.scopes ?? []), ...scopes])].join(' ')
  await sql`
    insert into auth.oauth_consents (id, user_id, client_id, scopes, granted_at)
    values (${randomUUID()}, ${userId}, ${clientId}, ${all}, ${now})
    on conflict (user_id, client_id) do update
    set scopes = excluded.scopes, granted_at = excluded.granted_at, revoked_at = null`
}

/** A consent with its client. */
export interface GrantRow extends OauthConsentRow {
  client_name: string | null
  client_uri: string | null
  logo_uri: string | null
}

/** Lists the active consents of a member, newest first. */
export async function listGrants(sql: Statements, userId: string): Promise<GrantRow[]> {
  return sql<GrantRow[]>`
    select o.client_id, string_to_array(o.scopes, ' ') as scopes, o.granted_at, c.client_name, c.client_uri, c.logo_uri
    from auth.oauth_consents o join auth.oauth_clients c on c.id = o.client_id
    where o.user_id = ${userId} and o.revoked_at is null and c.deleted_at is null
    order by o.granted_at desc, o.id`
}

/** Revokes a consent and ends its sessions. Returns false when there was none. */
export async function revokeConsent(sql: Statements, userId: string, clientId: string, now: Date): Promise<boolean> {
  const rows = await sql`
    update auth.oauth_consents set revoked_at = ${now}
    where user_id = ${userId} and client_id = ${clientId} and revoked_at is null returning id`
  await sql`delete from auth.oauth_authorizations where user_id = ${userId} and client_id = ${clientId}`
  await sql`delete from auth.sessions where user_id = ${userId} and oauth_client_id = ${clientId}`
  return rows.length > 0
}
