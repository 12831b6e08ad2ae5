import { createMiddleware } from 'hono/factory'
import { type Credential, readCredential } from '../../http/tokens/caller.ts'
import { errors } from '../errors.ts'
import type { AuthEnv, AuthRequest } from './context.ts'

/** Responds with 504 after this time. Work that has begun continues to its end. */
export function requestLimit(milliseconds: number) {
  return createMiddleware<AuthEnv>(async (request, next) => {
    const { promise, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => reject(errors.timeout()), milliseconds)
    const work = next()
    request.set('work', work)
    try {
      await Promise.race([work, promise])
    } finally {
      clearTimeout(timer)
    }
  })
}

/** Reads the credential of a request. A JWT is accepted in `Authorization` only; in `apikey` it is ignored (auth 1). */
export function getCredential(request: AuthRequest): Credential | undefined {
  const { headers } = request.req.raw
  const credential = readCredential(headers, request.var.dependencies.keys)
  const isBearer = /^Bearer\s/i.test(headers.get('authorization') ?? '')
  return credential?.kind === 'token' && !isBearer ? { kind: 'none' } : credential
}

/**
 * Starts to verify the token of a request, because its audience matters on public endpoints too. Invalid tokens are
 * rejected by guards and ignored by public endpoints (auth 1).
 */
export const verifyToken = createMiddleware<AuthEnv>(async (request, next) => {
  const { tokens, settings } = request.var.dependencies
  const credential = getCredential(request)
  if (credential?.kind === 'token') {
    const verified = tokens.verify(credential.token)
    request.set('verified', verified)
    const claims = await verified.catch(() => undefined)
    const isMember = claims?.sub !== undefined && !settings.jwtAdminRoles.includes(String(claims.role ?? ''))
    if (isMember) request.set('audience', [claims.aud].flat()[0])
  }
  await next()
})
