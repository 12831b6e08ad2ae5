import { errors } from '../../errors.ts'
import type { AuthDependencies } from '../../kernel/dependencies.ts'
import { toAuditEntry } from '../../tables/audit-log.ts'
import { type CounterState, findCounterState, incrementCounter } from '../../tables/refresh-counters.ts'
import { deleteSession } from '../../tables/sessions.ts'
import { toActor } from '../accounts/audit.ts'
import { formatCountedToken, isSignedWith, type PresentedToken, parseCountedToken } from './counted-token.ts'
import { type Issued, issueTokens } from './issue-session.ts'
import { type RefreshRequest, requireRefreshable } from './refresh-request.ts'

/** Refreshes a session by a token of version 2 (auth 3.3). */
export async function refreshByCounter(dependencies: AuthDependencies, request: RefreshRequest): Promise<Issued> {
  const token = parseCountedToken(request.token)
  if (!token) throw errors.badRefreshToken()
  const state = await getState(dependencies, request, token)
  if (token.counter > state.counter) throw errors.badRefreshToken()
  if (token.counter === state.counter && (await advance(dependencies, state))) {
    return issue(dependencies, state, { counter: state.counter + 1 })
  }
  // The token is already used, possibly by a concurrent request.
  return reuse(dependencies, await getState(dependencies, request, token), token)
}

async function getState(
  dependencies: AuthDependencies,
  request: RefreshRequest,
  token: PresentedToken,
): Promise<CounterState> {
  const state = await findCounterState(dependencies.sql, token.sessionId)
  if (!state) throw errors.refreshTokenNotFound()
  if (!isSignedWith(token, Buffer.from(state.key, 'base64url'))) throw errors.badRefreshToken()
  await requireRefreshable(dependencies, request, state)
  return state
}

function advance(dependencies: AuthDependencies, { user, session, counter }: CounterState) {
  const { client } = dependencies
  const actor = toActor(user)
  const audit = [toAuditEntry(actor, 'token_refreshed', client.ip), toAuditEntry(actor, 'token_revoked', client.ip)]
  return incrementCounter(dependencies.sql, {
    sessionId: session.id,
    counter,
    ...client,
    audit,
    now: dependencies.now(),
  })
}

/** Handles a used token: harmless when the client never got its successor, otherwise a sign of theft. */
async function reuse(dependencies: AuthDependencies, state: CounterState, token: PresentedToken): Promise<Issued> {
  const { settings, sql, now } = dependencies
  const { session, counter } = state
  const refreshedAt = session.refreshed_at?.getTime() ?? 0
  const isRecent = now().getTime() < refreshedAt + settings.refreshReuseIntervalMs
  if (counter - token.counter <= 1) return issue(dependencies, state, { counter, reuse: 'fail-to-save' })
  if (isRecent) return issue(dependencies, state, { counter, reuse: 'concurrent-refresh' })
  if (settings.refreshAllowReuse) return issue(dependencies, state, { counter, reuse: 'always-allowed' })
  if (settings.refreshRotation) await deleteSession(sql, session.id)
  throw errors.refreshTokenUsed()
}

async function issue(
  dependencies: AuthDependencies,
  { user, session, key }: CounterState,
  { counter, reuse }: { counter: number; reuse?: string },
): Promise<Issued> {
  const text = formatCountedToken({ sessionId: session.id, counter }, Buffer.from(key, 'base64url'))
  const issued = await issueTokens(dependencies, user, session, text, { method: 'token_refresh' })
  return { ...issued, refresh: { isRotated: reuse === undefined, reuse } }
}
