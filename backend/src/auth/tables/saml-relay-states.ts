import { randomUUID } from 'node:crypto'
import type { Statements } from '../kernel/dependencies.ts'
import type { Pkce } from '../kernel/values/pkce.ts'

/** A sign-in with an identity provider that we began. */
export interface RelayStateRow {
  id: string
  sso_provider_id: string
  request_id: string
  redirect_to: string | null
  flow_state_id: string | null
  created_at: Date
}

interface NewRelayState {
  id: string
  providerId: string
  requestId: string
  redirectTo: string
  pkce: Pkce | undefined
  now: Date
}

/** Creates a relay state, with a PKCE flow if there is one, in one statement. */
export async function createRelayState(sql: Statements, state: NewRelayState): Promise<void> {
  const { pkce, now } = state
  await sql`
    with flow as (
      insert into auth.flow_state (id, code_challenge_method, code_challenge, provider_type, authentication_method,
        created_at, updated_at)
      select ${randomUUID()}::uuid, ${pkce?.method ?? null}::auth.code_challenge_method, ${pkce?.challenge ?? null}::text,
        'sso/saml', 'sso/saml', ${now}::timestamptz, ${now}::timestamptz
      where ${pkce !== undefined}
      returning id
    )
    insert into auth.saml_relay_states (id, sso_provider_id, request_id, redirect_to, flow_state_id, created_at, updated_at)
    values (${state.id}, ${state.providerId}, ${state.requestId}, ${state.redirectTo}, (select id from flow), ${now}, ${now})`
}

export async function findRelayState(sql: Statements, id: string): Promise<RelayStateRow | undefined> {
  const [state] = await sql<RelayStateRow[]>`
    select id, sso_provider_id, request_id, redirect_to, flow_state_id, created_at
    from auth.saml_relay_states where id = ${id}`
  return state
}

/** Consumes a relay state. Returns false when another request did so first. */
export async function deleteRelayState(sql: Statements, id: string): Promise<boolean> {
  const rows = await sql`delete from auth.saml_relay_states where id = ${id} returning id`
  return rows.length > 0
}

/** Records the use of an assertion. Returns false when it was already used, in any process. */
export async function createUsedAssertion(
  sql: Statements,
  { providerId, hash, expiresAt }: { providerId: string; hash: string; expiresAt: Date },
): Promise<boolean> {
  const rows = await sql`
    insert into auth.saml_used_assertions (sso_provider_id, assertion_hash, expires_at)
    values (${providerId}, ${hash}, ${expiresAt}) on conflict do nothing returning assertion_hash`
  return rows.length > 0
}

/** Sets the member and the authorization code of the PKCE flow. Returns undefined when the flow no longer exists. */
export async function issueSsoAuthCode(
  sql: Statements,
  flowStateId: string,
  { userId, notAfter, now }: { userId: string; notAfter: Date | undefined; now: Date },
): Promise<string | undefined> {
  const code = randomUUID()
  const rows = await sql`
    update auth.flow_state
    set user_id = ${userId}, auth_code = ${code}, auth_code_issued_at = ${now}, updated_at = ${now},
        session_not_after = ${notAfter ?? null}
    where id = ${flowStateId} and auth_code is null returning id`
  return rows.length > 0 ? code : undefined
}
