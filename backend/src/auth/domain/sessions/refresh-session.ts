import { errors } from '../../errors.ts'
import type { AuthDependencies } from '../../kernel/dependencies.ts'
import { toAuditEntry } from '../../tables/audit-log.ts'
import {
  createRefreshToken,
  findCurrentToken,
  findRefreshState,
  type RefreshTokenRow,
  revokeTokensOfSession,
  rotateRefreshToken,
} from '../../tables/refresh-tokens.ts'
import type { SessionRow } from '../../tables/session-row.ts'
import { lockSession } from '../../tables/sessions.ts'
import type { UserRow } from '../../tables/user-row.ts'
import { toActor } from '../accounts/audit.ts'
import { type Issued, issueTokens } from './issue-session.ts'
import { refreshByCounter } from './refresh-by-counter.ts'
import { type RefreshRequest, requireRefreshable } from './refresh-request.ts'
import { createRefreshTokenText } from './renew-refresh-token.ts'

/** A refresh token with its account and session, which exist and may be refreshed. */
interface Presented {
  token: RefreshTokenRow
  user: UserRow
  session: SessionRow
}

/**
 * Refreshes a session by a token of either version. Sessions of both versions coexist, regardless of the settings of
 * this process. Throws the errors of (auth 3.3).
 */
export async function refreshSession(dependencies: AuthDependencies, request: RefreshRequest): Promise<Issued> {
  const { token: text } = request
  if (text.length > TOKEN_LENGTH) return refreshByCounter(dependencies, request)
  if (!/^[a-z0-9]{12}$/.test(text)) throw errors.badRefreshToken()
  return (await swap(dependencies, await getPresented(dependencies, request))) ?? (await reuse(dependencies, request))
}

const TOKEN_LENGTH = 12

async function getPresented(dependencies: AuthDependencies, request: RefreshRequest): Promise<Presented> {
  const state = await findRefreshState(dependencies.sql, request.token)
  if (!state?.user || state.user.deleted_at) throw errors.refreshTokenNotFound()
  const { token, user, session } = state
  if (!session) throw errors.refreshSessionNotFound()
  await requireRefreshable(dependencies, request, { user, session, usedAt: token.updated_at })
  return { token, user, session }
}

/** Rotates an unused token. Returns undefined when the token is already used, possibly by a concurrent request. */
async function swap(dependencies: AuthDependencies, { token, user, session }: Presented): Promise<Issued | undefined> {
  if (token.revoked) return undefined
  const { client } = dependencies
  const child = createRefreshTokenText()
  const actor = toActor(user)
  const audit = [toAuditEntry(actor, 'token_refreshed', client.ip), toAuditEntry(actor, 'token_revoked', client.ip)]
  const ids = { token: token.token, child, sessionId: session.id, userId: user.id }
  const isOurs = await rotateRefreshToken(dependencies.sql, { ...ids, ...client, audit, now: dependencies.now() })
  if (!isOurs) return undefined
  const issued = await issueTokens(dependencies, user, session, child, { method: 'token_refresh' })
  return { ...issued, refresh: { isRotated: true } }
}

/** Handles a used token: harmless when the client never got its successor, otherwise a sign of theft. */
async function reuse(dependencies: AuthDependencies, request: RefreshRequest): Promise<Issued> {
  const { token, user, session } = await getPresented(dependencies, request)
  const parent = request.token
  const found = await dependencies.sql.begin(async (sql) => {
    if (!(await lockSession(sql, session.id))) throw errors.refreshSessionNotFound()
    const current = await findCurrentToken(sql, session.id)
    if (current?.parent === parent) return { text: current.token, isRotated: false, reuse: 'fail-to-save' }
    // After a theft all tokens are revoked, and none is reissued within the interval: the caller may be the thief.
    if (current && isWithinReuseInterval(dependencies, token)) {
      const text = createRefreshTokenText()
      await createRefreshToken(sql, {
        token: text,
        parent,
        sessionId: session.id,
        userId: user.id,
        now: dependencies.now(),
      })
      return { text, isRotated: true, reuse: 'concurrent-refresh' }
    }
    if (dependencies.settings.refreshRotation) await revokeTokensOfSession(sql, session.id, dependencies.now())
    return undefined
  })
  // Thrown outside the transaction, so that the revocation is committed.
  if (found === undefined) throw errors.refreshTokenUsed()
  const { text, ...refresh } = found
  return { ...(await issueTokens(dependencies, user, session, text, { method: 'token_refresh' })), refresh }
}

function isWithinReuseInterval({ settings, now }: AuthDependencies, token: RefreshTokenRow): boolean {
  return now().getTime() < token.updated_at.getTime() + settings.refreshReuseIntervalMs
}
