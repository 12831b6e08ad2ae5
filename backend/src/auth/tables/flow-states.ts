import { randomUUID } from 'node:crypto'
import type { Statements } from '../kernel/dependencies.ts'
import type { Pkce } from '../kernel/values/pkce.ts'

export interface FlowStateRow {
  id: string
  user_id: string | null
  auth_code: string | null
  code_challenge_method: 's256' | 'plain'
  code_challenge: string
  authentication_method: string
  provider_access_token: string | null
  provider_refresh_token: string | null
  auth_code_issued_at: Date | null
  /** The not_after of the session. */
  session_not_after: Date | null
  created_at: Date
}

/** Stores the challenge of a PKCE flow until the emailed link is used. */
export async function createFlowState(
  sql: Statements,
  flow: { userId: string; method: string; pkce: Pkce; now: Date },
): Promise<void> {
  await sql`
    insert into auth.flow_state (id, user_id, auth_code, code_challenge_method, code_challenge, provider_type,
      authentication_method, created_at, updated_at)
    values (${randomUUID()}, ${flow.userId}, null, ${flow.pkce.method}, ${flow.pkce.challenge}, 'email', ${flow.method},
      ${flow.now}, ${flow.now})`
}

/**
 * Sets an authorization code for the account's newest flow with one of the methods. Returns undefined when there is
 * none.
 */
export async function issueAuthCode(
  sql: Statements,
  userId: string,
  methods: string[],
  now: Date,
): Promise<string | undefined> {
  const code = randomUUID()
  const rows = await sql`
    update auth.flow_state set auth_code = ${code}, auth_code_issued_at = ${now}, updated_at = ${now}
    where id = (
      select id from auth.flow_state where user_id = ${userId} and authentication_method = any(${methods})
      order by created_at desc limit 1)
    returning id`
  return rows.length > 0 ? code : undefined
}

/** Locks the flow of a code, so that only one request exchanges it. */
export async function lockFlowState(sql: Statements, authCode: string): Promise<FlowStateRow | undefined> {
  const [flow] = await sql<FlowStateRow[]>`select * from auth.flow_state where auth_code = ${authCode} for update`
  return flow
}

/** Ends the account's pending flows: codes to exchange, and identities being linked. */
export async function deleteFlowStatesOfUser(sql: Statements, userId: string): Promise<void> {
  await sql`delete from auth.flow_state where user_id = ${userId} or linking_target_id = ${userId}`
}

export async function deleteFlowState(sql: Statements, id: string): Promise<void> {
  await sql`delete from auth.flow_state where id = ${id}`
}
