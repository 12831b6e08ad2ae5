import { randomUUID } from 'node:crypto'
import type { AuthDependencies, Statements } from '../../kernel/dependencies.ts'
import { toAuditEntry } from '../../tables/audit-log.ts'
import type { SessionRow } from '../../tables/session-row.ts'
import { createSession, type NewSession } from '../../tables/sessions.ts'
import type { UserRow } from '../../tables/user-row.ts'
import { toActor } from '../accounts/audit.ts'
import { toUserJson, type UserJson } from '../accounts/user-json.ts'
import { signAccessToken } from './access-token.ts'
import { createFirstRefreshToken } from './renew-refresh-token.ts'

/** The token response (auth 3.2). */
export interface TokenResponse {
  access_token: string
  token_type: 'bearer'
  expires_in: number
  expires_at: number
  refresh_token: string
  user: UserJson
  weak_password?: { message: string; reasons: string[] }
  provider_token?: string
  provider_refresh_token?: string
}

/** The tokens of a session, ready for the response. */
export interface Issued {
  sessionId: string
  response: TokenResponse
  /** After a refresh: whether the token was rotated, and why a used token was accepted. */
  refresh?: { isRotated: boolean; reuse?: string | undefined }
}

/**
 * Opens a session and signs its first tokens. `method` is the authentication method (auth 3.1). `isAudited: false`
 * writes no audit entry, for callers that write a more specific one.
 */
export async function issueSession(
  dependencies: AuthDependencies,
  sql: Statements,
  {
    user,
    method,
    isAudited = true,
    notAfter,
    oauthClient,
  }: { user: UserRow; method: string; isAudited?: boolean } & Pick<NewSession, 'notAfter' | 'oauthClient'>,
): Promise<Issued> {
  const now = dependencies.now()
  const id = randomUUID()
  const refreshToken = createFirstRefreshToken(dependencies, id)
  const traits = { provider: method }
  const audit = isAudited ? toAuditEntry(toActor(user), 'login', dependencies.client.ip, traits) : undefined
  await createSession(sql, {
    id,
    userId: user.id,
    aal: 'aal1',
    method,
    refreshToken,
    ...dependencies.client,
    audit,
    notAfter,
    oauthClient,
    now,
  })
  const amr = [{ method, timestamp: Math.floor(now.getTime() / 1_000) }]
  const grant = { oauth_client_id: oauthClient?.id ?? null, scopes: oauthClient?.scopes ?? null }
  const signedInUser = { ...user, last_sign_in_at: now }
  return issueTokens(
    dependencies,
    signedInUser,
    { id, aal: 'aal1', amr, created_at: now, ...grant },
    refreshToken.text,
    {
      sql,
      method,
    },
  )
}

/**
 * Signs the tokens of an existing session. Inside a transaction, pass its `sql`. `method` is the reason of the issue,
 * for the hook `custom_access_token`; the default is the session's latest authentication method.
 */
export async function issueTokens(
  dependencies: AuthDependencies,
  user: UserRow,
  session: Pick<SessionRow, 'id' | 'aal' | 'amr' | 'created_at' | 'oauth_client_id' | 'scopes'>,
  refreshToken: string,
  { sql = dependencies.sql, method = session.amr[0]?.method ?? '' }: { sql?: Statements; method?: string } = {},
): Promise<Issued> {
  const access = await signAccessToken(dependencies, sql, { user, session, method })
  const response: TokenResponse = {
    access_token: access.token,
    token_type: 'bearer',
    expires_in: access.expiresIn,
    expires_at: access.expiresAt,
    refresh_token: refreshToken,
    user: toUserJson(user),
  }
  return { sessionId: session.id, response }
}
