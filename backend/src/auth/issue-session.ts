import { randomBytes, randomUUID } from 'node:crypto'
import { signAccessToken } from './access-token.ts'
import { toActor } from './actor.ts'
import type { AuthParts, AuthRequest } from './context.ts'
import type { RequestClient } from './request-client.ts'
import { toAuditEntry } from './tables/audit-log.ts'
import { createSession, type SessionRow } from './tables/sessions.ts'
import type { Statements } from './tables/statements.ts'
import type { UserRow } from './tables/users.ts'
import { toUserJson, type UserJson } from './user-json.ts'

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567'
const TOKEN_LENGTH = 12
const VISIBLE_PREFIX = 5

/** The token response of contract §3.2. */
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

/** A refresh token with the session it belongs to, ready to be answered. */
export interface Issued {
  sessionId: string
  response: TokenResponse
}

/** A new refresh token: 60 random bits in 12 characters. */
export function createRefreshTokenText(): string {
  return [...randomBytes(TOKEN_LENGTH)].map((byte) => BASE32[byte % BASE32.length]).join('')
}

/**
 * Opens a session and signs its first tokens. `method` says how the member proved to be the member (contract §3.1).
 * `auditAction` null writes no entry, where the caller has written a better one.
 */
export async function issueSession(
  parts: AuthParts,
  sql: Statements,
  {
    user,
    method,
    client,
    isAudited = true,
  }: { user: UserRow; method: string; client: RequestClient; isAudited?: boolean },
): Promise<Issued> {
  const now = parts.now()
  const id = randomUUID()
  const refreshToken = createRefreshTokenText()
  const traits = { provider: method }
  const audit = isAudited ? toAuditEntry(toActor(user), 'login', client.ip, traits) : undefined
  await createSession(sql, { id, userId: user.id, aal: 'aal1', method, refreshToken, ...client, audit, now })
  const amr = [{ method, timestamp: Math.floor(now.getTime() / 1_000) }]
  const signedInUser = { ...user, last_sign_in_at: now }
  return toIssued(parts, signedInUser, { id, aal: 'aal1', amr, created_at: now }, refreshToken)
}

/** Signs the tokens of a session that is there. */
export async function toIssued(
  parts: AuthParts,
  user: UserRow,
  session: Pick<SessionRow, 'id' | 'aal' | 'amr' | 'created_at'>,
  refreshToken: string,
): Promise<Issued> {
  const access = await signAccessToken(parts, user, session)
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

/** Answers with tokens and the informational headers of contract §1. */
export function answerTokens(request: AuthRequest, { sessionId, response }: Issued): Response {
  request.header('sb-auth-user-id', String(response.user.id))
  request.header('sb-auth-session-id', sessionId)
  request.header('sb-auth-refresh-token-prefix', response.refresh_token.slice(0, VISIBLE_PREFIX))
  request.header('Cache-Control', 'no-store')
  return request.json(response)
}
