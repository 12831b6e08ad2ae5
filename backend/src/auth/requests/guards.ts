import { createMiddleware } from 'hono/factory'
import { toNetwork } from '../../http/connections/network.ts'
import type { Claims } from '../../http/tokens/tokens.ts'
import { isBanned } from '../domain/accounts/get-user.ts'
import { findSessionEnd } from '../domain/sessions/session-limits.ts'
import { errors } from '../errors.ts'
import type { AuthDependencies } from '../kernel/dependencies.ts'
import { isUuid } from '../kernel/values/uuid.ts'
import { type Bucket, consumeToken } from '../tables/rate-limits.ts'
import { findUserAndSession } from '../tables/sessions.ts'
import type { AuthEnv, AuthRequest, SignedIn } from './context.ts'
import { getCredential } from './incoming.ts'
import { toCanonical } from './request-client.ts'

const NIL_UUID = '00000000-0000-0000-0000-000000000000'
const BURST = 30
const MINUTE_SECONDS = 60

/** Requires a signed-in member whose session is still active (auth 2). */
export const requireUser = createMiddleware<AuthEnv>(async (request, next) => {
  request.set('signedIn', await getSignedIn(request))
  await next()
})

/** Requires an account that is not anonymous. */
export const requirePermanentUser = createMiddleware<AuthEnv>(async (request, next) => {
  if (request.var.signedIn.claims.is_anonymous === true) throw errors.anonymousNotAllowed()
  await next()
})

/**
 * Requires the member's own session. Connected apps may read the account; they neither change it nor authorize other
 * apps.
 */
export const requireOwnSession = createMiddleware<AuthEnv>(async (request, next) => {
  const { session, claims } = request.var.signedIn
  if (session?.oauth_client_id || claims.client_id !== undefined) throw errors.tokenOfOauthClient()
  await next()
})

/**
 * Rejects HEAD where GET has an effect. Hono passes HEAD to the handler of GET, and mail programs send it to check links,
 * which would use them up.
 */
export const requireGet = createMiddleware<AuthEnv>(async (request, next) => {
  if (request.req.method === 'HEAD') {
    request.header('Allow', 'GET')
    throw errors.headNotAllowed()
  }
  await next()
})

/** Responds with 404 when single sign-on is disabled, whatever else is wrong with the request. */
export const requireSaml = createMiddleware<AuthEnv>(async (request, next) => {
  if (!request.var.dependencies.settings.samlEnabled) throw errors.samlDisabled()
  await next()
})

/** Requires the operator: the secret key, or a token with an administrative role. */
export const requireAdmin = createMiddleware<AuthEnv>(async (request, next) => {
  request.set('admin', { role: await getAdminRole(request) })
  await next()
})

/** Returns true when the operator sends the request, on a public endpoint. */
export async function isAdmin(request: AuthRequest): Promise<boolean> {
  if (!request.req.header('authorization')) return false
  return getAdminRole(request).then(
    () => true,
    () => false,
  )
}

/** Like {@link requireUser}, for endpoints where only some requests need a member. */
export async function getSignedIn(request: AuthRequest): Promise<SignedIn> {
  const { dependencies } = request.var
  const claims = await getClaims(request)
  const { sub, session_id: sessionId } = claims
  if (!sub) throw errors.missingSub()
  if (!isUuid(sub)) throw errors.badSub()
  const hasSession = sessionId !== undefined && sessionId !== NIL_UUID && sessionId !== ''
  if (hasSession && !isUuid(sessionId)) throw errors.badSessionId()
  const found = await findUserAndSession(dependencies.sql, sub, hasSession ? sessionId : undefined)
  if (!found) throw errors.userOfTokenNotFound()
  // A ban ends the sessions of the account, so it is reported first.
  if (isBanned(found.user, dependencies)) throw errors.banned()
  if (hasSession && !found.session) throw errors.sessionNotFound()
  return { ...found, claims }
}

async function getClaims(request: AuthRequest): Promise<Claims> {
  const credential = getCredential(request)
  if (!credential || credential.kind === 'none' || !request.req.header('authorization')) throw errors.noAuthorization()
  // A gateway turns an API key into a token of its role, without a subject.
  if (credential.kind === 'key') return { role: credential.role }
  return getVerified(request, credential.token)
}

/** Returns the claims of the token, verifying it if that has not begun yet. */
function getVerified(request: AuthRequest, token: string): Promise<Claims> {
  const { verified, dependencies } = request.var
  return (verified ?? dependencies.tokens.verify(token)).catch((cause: unknown) => {
    throw errors.badJwt(cause)
  })
}

async function getAdminRole(request: AuthRequest): Promise<string> {
  const { dependencies } = request.var
  const credential = getCredential(request)
  if (!credential || credential.kind === 'none') throw errors.noAuthorization()
  if (credential.kind === 'key') {
    if (credential.role !== 'service_role') throw errors.notAdmin()
    return credential.role
  }
  const claims = await getVerified(request, credential.token)
  const role = String(claims.role ?? '')
  // A connected app never administers, regardless of the role of its member.
  const isApp = claims.client_id !== undefined
  if (isApp || !dependencies.settings.jwtAdminRoles.includes(role)) throw errors.notAdmin()
  await requireAdminSession(dependencies, claims)
  return role
}

/** Requires an active session for a member with an administrative role. */
async function requireAdminSession(
  dependencies: AuthDependencies,
  { sub, session_id: sessionId }: Claims,
): Promise<void> {
  if (sessionId === undefined || sessionId === '' || sessionId === NIL_UUID) return
  if (!isUuid(sessionId)) throw errors.badSessionId()
  const found = isUuid(sub) ? await findUserAndSession(dependencies.sql, sub, sessionId) : undefined
  if (!found?.session) throw errors.sessionNotFound()
  if (isBanned(found.user, dependencies)) throw errors.banned()
  const isOver = (await findSessionEnd(dependencies, found.user, found.session)) !== undefined
  if (isOver) throw errors.sessionExpired()
}

type Limit = (dependencies: AuthDependencies) => Pick<Bucket, 'refillPerSecond'>

const perFiveMinutes = (count: number) => ({ refillPerSecond: count / (5 * MINUTE_SECONDS) })
const LIMITS = {
  otp: ({ settings }) => perFiveMinutes(settings.rateLimitOtp),
  token: ({ settings }) => perFiveMinutes(settings.rateLimitToken),
  verify: ({ settings }) => perFiveMinutes(settings.rateLimitVerify),
  web3: ({ settings }) => perFiveMinutes(settings.rateLimitWeb3),
  captcha: ({ settings }) => perFiveMinutes(settings.rateLimitToken),
  passkey: ({ settings }) => perFiveMinutes(settings.rateLimitPasskey),
  anonymous: ({ settings }) => ({ refillPerSecond: settings.rateLimitAnonymous / (60 * MINUTE_SECONDS) }),
  sso: ({ settings }) => perFiveMinutes(settings.rateLimitSso),
  saml: ({ settings }) => perFiveMinutes(settings.rateLimitSamlAssertion),
  oauthRegister: ({ settings }) => perFiveMinutes(settings.rateLimitOauthRegister),
  factor: ({ settings }) => ({ refillPerSecond: settings.rateLimitFactor / MINUTE_SECONDS }),
} as const satisfies Record<string, Limit>

/** Limits the requests of a client to this endpoint. Each endpoint has its own bucket (auth 6.7). */
export function limit(name: keyof typeof LIMITS) {
  return createMiddleware<AuthEnv>(async (request, next) => {
    await requireWithinLimit(request, name)
    await next()
  })
}

/**
 * Consumes one token of the client's bucket for this endpoint. Throws 429 `over_request_rate_limit` when it is empty.
 * Does nothing for requests without the header that names the client.
 */
export async function requireWithinLimit(request: AuthRequest, name: keyof typeof LIMITS): Promise<void> {
  const { dependencies } = request.var
  const key = request.req.header(dependencies.settings.rateLimitHeader)?.split(',')[0]?.trim()
  if (!key) return
  const limiter = `${name}:${request.req.method} ${request.req.routePath}`
  const bucket = { limiter, key: toNetwork(toCanonical(key)).slice(0, 64), burst: BURST, ...LIMITS[name](dependencies) }
  const isWithin = await consumeToken(dependencies.sql, bucket, dependencies.now())
  if (!isWithin) throw errors.overRequestRate(1 / bucket.refillPerSecond)
}

/**
 * Delays the response to at least this time in milliseconds, so that its duration does not reveal whether an account
 * exists.
 */
export function minimumResponseTime(floorMs: number) {
  return createMiddleware<AuthEnv>(async (_request, next) => {
    const floor = new Promise((resolve) => setTimeout(resolve, floorMs))
    await next()
    await floor
  })
}
