import * as v from 'valibot'
import { toActor } from '../actor.ts'
import { readBody } from '../body.ts'
import type { AuthParts, AuthRequest } from '../context.ts'
import { errors, OAuthStyleError } from '../errors.ts'
import { isBanned } from '../guards.ts'
import { answerTokens, createRefreshTokenText, type Issued, toIssued } from '../issue-session.ts'
import { getClient, type RequestClient } from '../request-client.ts'
import { requireLiveSession } from '../session-limits.ts'
import { toAuditEntry } from '../tables/audit-log.ts'
import {
  createRefreshToken,
  findCurrentToken,
  findRefreshState,
  type RefreshTokenRow,
  revokeTokensOfSession,
  swapRefreshToken,
} from '../tables/refresh-tokens.ts'
import { lockSession, type SessionRow } from '../tables/sessions.ts'
import type { UserRow } from '../tables/users.ts'

const Body = v.object({ refresh_token: v.optional(v.string(), '') })

/** A refresh token whose account and session are there and may go on. */
interface Presented {
  token: RefreshTokenRow
  user: UserRow
  session: SessionRow
}

/** POST /token?grant_type=refresh_token. Contract §3.3, tokens of version 1. */
export async function grantByRefreshToken(request: AuthRequest): Promise<Response> {
  const { parts } = request.var
  const { refresh_token: text } = await readBody(request, Body)
  if (!/^[a-z0-9]{12}$/.test(text)) throw errors.badRefreshToken()
  const client = getClient(request)
  const presented = await getPresented(parts, text)
  const issued = (await swap(parts, presented, client)) ?? (await reuse(parts, text))
  request.header('sb-auth-refresh-token-rotated', String(issued.response.refresh_token !== text))
  return answerTokens(request, issued)
}

async function getPresented(parts: AuthParts, text: string): Promise<Presented> {
  const state = await findRefreshState(parts.sql, text)
  if (!state?.user || state.user.deleted_at) throw errors.refreshTokenNotFound()
  const { token, user, session } = state
  if (isBanned(user, parts)) throw errors.refreshUserBanned()
  if (!session) throw errors.refreshSessionNotFound()
  if (session.oauth_client_id) throw new OAuthStyleError('invalid_client', 'The session belongs to an OAuth client')
  await requireLiveSession(parts, user, session, token)
  return { token, user, session }
}

/** The normal case. Undefined when the token was used already, perhaps by a request at this very moment. */
async function swap(
  parts: AuthParts,
  { token, user, session }: Presented,
  client: RequestClient,
): Promise<Issued | undefined> {
  if (token.revoked) return undefined
  const child = createRefreshTokenText()
  const actor = toActor(user)
  const audit = [toAuditEntry(actor, 'token_refreshed', client.ip), toAuditEntry(actor, 'token_revoked', client.ip)]
  const ids = { token: token.token, child, sessionId: session.id, userId: user.id }
  const isOurs = await swapRefreshToken(parts.sql, { ...ids, ...client, audit, now: parts.now() })
  return isOurs ? toIssued(parts, user, session, child) : undefined
}

/** A used token: harmless when the client has not heard of its successor, else a sign of theft. */
async function reuse(parts: AuthParts, text: string): Promise<Issued> {
  const presented = await getPresented(parts, text)
  const { user, session } = presented
  const refreshToken = await parts.sql.begin(async (sql) => {
    if (!(await lockSession(sql, session.id))) throw errors.refreshSessionNotFound()
    const current = await findCurrentToken(sql, session.id)
    if (current?.parent === text) return current.token
    if (isWithinReuseInterval(parts, presented.token)) {
      const token = createRefreshTokenText()
      await createRefreshToken(sql, { token, parent: text, sessionId: session.id, userId: user.id, now: parts.now() })
      return token
    }
    if (parts.settings.refreshRotation) await revokeTokensOfSession(sql, session.id, parts.now())
    return undefined
  })
  // Thrown outside of the transaction: the revocation must stay.
  if (refreshToken === undefined) throw errors.refreshTokenUsed()
  return toIssued(parts, user, session, refreshToken)
}

function isWithinReuseInterval({ settings, now }: AuthParts, token: RefreshTokenRow): boolean {
  return now().getTime() < token.updated_at.getTime() + settings.refreshReuseIntervalMs
}
