import type { Statements } from '../kernel/dependencies.ts'
import type { Pkce } from '../kernel/values/pkce.ts'

/** A pending sign-in with a provider. Its id is the `state` parameter. */
export interface OAuthFlow {
  id: string
  provider: string
  /** The app's own challenge; without it the flow is implicit. */
  pkce: Pkce | undefined
  redirectTo: string
  inviteToken: string | undefined
  /** The member who links another identity. */
  linkTo: string | undefined
  isEmailOptional: boolean
  browserHash: string | undefined
  /** The secrets for the code exchange with the provider. */
  clientState: { id: string; codeVerifier: string | undefined; nonce: string | undefined } | undefined
  createdAt: Date
}

export async function createOAuthFlow(sql: Statements, flow: OAuthFlow): Promise<void> {
  const { pkce, clientState, createdAt } = flow
  if (clientState) {
    await sql`
      insert into auth.oauth_client_states (id, provider_type, code_verifier, nonce, created_at)
      values (${clientState.id}, ${flow.provider}, ${clientState.codeVerifier ?? null}, ${clientState.nonce ?? null},
        ${createdAt})`
  }
  await sql`
    insert into auth.flow_state (id, code_challenge_method, code_challenge, provider_type, authentication_method,
      invite_token, referrer, oauth_client_state_id, linking_target_id, email_optional, browser_hash, created_at, updated_at)
    values (${flow.id}, ${pkce?.method ?? null}, ${pkce?.challenge ?? null}, ${flow.provider}, 'oauth',
      ${flow.inviteToken ?? null}, ${flow.redirectTo}, ${clientState?.id ?? null}, ${flow.linkTo ?? null},
      ${flow.isEmailOptional}, ${flow.browserHash ?? null}, ${createdAt}, ${createdAt})`
}

export interface OAuthFlowRow {
  id: string
  provider_type: string
  code_challenge: string | null
  referrer: string | null
  invite_token: string | null
  linking_target_id: string | null
  email_optional: boolean
  browser_hash: string | null
  oauth_client_state_id: string | null
  created_at: Date
}

/** Claims a flow, so that only one callback ends it, in any process. */
export async function claimOAuthFlow(sql: Statements, id: string, now: Date): Promise<OAuthFlowRow | undefined> {
  const [flow] = await sql<OAuthFlowRow[]>`
    update auth.flow_state set callback_at = ${now}, updated_at = ${now}
    where id = ${id} and callback_at is null and authentication_method = 'oauth'
    returning id, provider_type, code_challenge, referrer, invite_token, linking_target_id, email_optional,
      browser_hash, oauth_client_state_id, created_at`
  return flow
}

/** Returns true when the flow exists, used or not. */
export async function isOAuthFlow(sql: Statements, id: string): Promise<boolean> {
  const rows = await sql`select from auth.flow_state where id = ${id} and authentication_method = 'oauth'`
  return rows.length > 0
}

/** Reads and deletes the secrets of the code exchange. */
export async function consumeClientState(
  sql: Statements,
  id: string,
): Promise<{ code_verifier: string | null; nonce: string | null; created_at: Date } | undefined> {
  const [state] = await sql<{ code_verifier: string | null; nonce: string | null; created_at: Date }[]>`
    delete from auth.oauth_client_states where id = ${id} returning code_verifier, nonce, created_at`
  return state
}

/** Stores the member, the provider's tokens, and the authorization code for the app. */
export async function finishOAuthFlow(
  sql: Statements,
  id: string,
  end: { userId: string; authCode: string; accessToken: string; refreshToken: string | undefined; now: Date },
): Promise<void> {
  await sql`
    update auth.flow_state
    set user_id = ${end.userId}, auth_code = ${end.authCode}, auth_code_issued_at = ${end.now}, updated_at = ${end.now},
      provider_access_token = ${end.accessToken}, provider_refresh_token = ${end.refreshToken ?? null}
    where id = ${id}`
}
