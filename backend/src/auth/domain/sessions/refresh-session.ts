import { errors } from '../../errors.ts'
import type { AuthParts } from '../../kernel/dependencies.ts'
import { toAuditEntry } from '../../tables/audit-log.ts'
import {
  createRefreshToken,
  findCurrentToken,
  findRefreshState,
  type RefreshTokenRow,
  revokeTokensOfSession,
  swapRefreshToken,
} from '../../tables/refresh-tokens.ts'
import { lockSession, type SessionRow } from '../../tables/sessions.ts'
import type { UserRow } from '../../tables/users.ts'
import { toActor } from '../accounts/audit.ts'
import { type Issued, toIssued } from './issue-session.ts'
import { refreshByCounter } from './refresh-by-counter.ts'
import { type RefreshRequest, requireRefreshable } from './refresh-request.ts'
import { createRefreshTokenText } from './renew-refresh-token.ts'

/** A refresh token whose account and session are there and may go on. */
interface Presented {
  token: RefreshTokenRow
  user: UserRow
  session: SessionRow
}

/**
 * Refreshes a session by its token, whichever form that has: sessions of both forms live side by side, whatever the settings of
 * the process that answers. Throws what contract §3.3 names.
 */
export async function refreshSession(parts: AuthParts, request: RefreshRequest): Promise<Issued> {
  const { token: text } = request
  if (text.length > TOKEN_LENGTH) return refreshByCounter(parts, request)
  if (!/^[a-z0-9]{12}$/.test(text)) throw errors.badRefreshToken()
  return (await swap(parts, request, await getPresented(parts, request))) ?? (await reuse(parts, request))
}

const TOKEN_LENGTH = 12

async function getPresented(parts: AuthParts, request: RefreshRequest): Promise<Presented> {
  const state = await findRefreshState(parts.sql, request.token)
  if (!state?.user || state.user.deleted_at) throw errors.refreshTokenNotFound()
  const { token, user, session } = state
  if (!session) throw errors.refreshSessionNotFound()
  await requireRefreshable(parts, request, { user, session, usedAt: token.updated_at })
  return { token, user, session }
}

/** The normal case. Undefined when the token was used already, perhaps by a request at this very moment. */
async function swap(
  parts: AuthParts,
  { client }: RefreshRequest,
  { token, user, session }: Presented,
): Promise<Issued | undefined> {
  if (token.revoked) return undefined
  const child = createRefreshTokenText()
  const actor = toActor(user)
  const audit = [toAuditEntry(actor, 'token_refreshed', client.ip), toAuditEntry(actor, 'token_revoked', client.ip)]
  const ids = { token: token.token, child, sessionId: session.id, userId: user.id }
  const isOurs = await swapRefreshToken(parts.sql, { ...ids, ...client, audit, now: parts.now() })
  if (!isOurs) return undefined
  const issued = await toIssued(parts, user, session, child, { method: 'token_refresh' })
  return { ...issued, refresh: { isRotated: true } }
}

/** A used token: harmless when the client has not heard of its successor, else a sign of theft. */
async function reuse(parts: AuthParts, request: RefreshRequest): Promise<Issued> {
  const { token, user, session } = await getPresented(parts, request)
  const parent = request.token
  const found = await parts.sql.begin(async (sql) => {
    if (!(await lockSession(sql, session.id))) throw errors.refreshSessionNotFound()
    const current = await findCurrentToken(sql, session.id)
    if (current?.parent === parent) return { text: current.token, isRotated: false, reuse: 'fail-to-save' }
    // Where all were revoked for a theft, none comes back within the interval: the thief may be the one who asks.
    if (current && isWithinReuseInterval(parts, token)) {
      const text = createRefreshTokenText()
      await createRefreshToken(sql, { token: text, parent, sessionId: session.id, userId: user.id, now: parts.now() })
      return { text, isRotated: true, reuse: 'concurrent-refresh' }
    }
    if (parts.settings.refreshRotation) await revokeTokensOfSession(sql, session.id, parts.now())
    return undefined
  })
  // Thrown outside of the transaction: the revocation must stay.
  if (found === undefined) throw errors.refreshTokenUsed()
  const { text, ...refresh } = found
  return { ...(await toIssued(parts, user, session, text, { method: 'token_refresh' })), refresh }
}

function isWithinReuseInterval({ settings, now }: AuthParts, token: RefreshTokenRow): boolean {
  return now().getTime() < token.updated_at.getTime() + settings.refreshReuseIntervalMs
}
