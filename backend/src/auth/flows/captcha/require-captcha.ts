import { createMiddleware } from 'hono/factory'
import * as v from 'valibot'
import { errors } from '../../errors.ts'
import { getGrantType, readOptionalBody } from '../../requests/body.ts'
import type { AuthEnv, AuthRequest } from '../../requests/context.ts'
import { isAdmin, requireWithinLimit } from '../../requests/guards.ts'
import { checkAltcha } from './altcha.ts'
import { checkAtProvider } from './siteverify.ts'

const Body = v.object({ gotrue_meta_security: v.nullish(v.object({ captcha_token: v.nullish(v.string()) })) })
/** Grants that begin a sign-in; the others continue one. */
const GUARDED_GRANTS = ['password', 'web3']

/** Requires a captcha solution when captchas are enabled. Operators are exempt (auth 6.8). */
export const requireCaptcha = createMiddleware<AuthEnv>(async (request, next) => {
  if (request.var.dependencies.settings.captchaEnabled && !(await isAdmin(request))) await checkCaptcha(request)
  await next()
})

/** Like {@link requireCaptcha}, for /token. */
export const requireCaptchaOfGrant = createMiddleware<AuthEnv>(async (request, next) => {
  if (GUARDED_GRANTS.includes(getGrantType(request) ?? '')) return requireCaptcha(request, next)
  return next()
})

/** Requires a solved proof of work, unless captchas are enabled: then the request has solved one already (auth 6.5). */
export async function requireProofOfWork(request: AuthRequest): Promise<void> {
  const { dependencies } = request.var
  if (dependencies.settings.captchaEnabled) return
  const token = await readToken(request, 'too many failed passwords, no captcha_token found')
  const reason = await checkAltcha(dependencies, token)
  if (reason !== undefined) throw errors.captchaFailed(reason)
}

async function checkCaptcha(request: AuthRequest): Promise<void> {
  const { dependencies } = request.var
  const token = await readToken(request, 'no captcha_token found')
  const { captchaProvider } = dependencies.settings
  const reason =
    captchaProvider === 'altcha'
      ? await checkAltcha(dependencies, token)
      : await checkAtProvider(dependencies, captchaProvider, { token, ip: dependencies.client.ip })
  if (reason !== undefined) throw errors.captchaFailed(reason)
}

async function readToken(request: AuthRequest, missing: string): Promise<string> {
  const { gotrue_meta_security: security } = await readOptionalBody(request, Body)
  const token = security?.captcha_token?.trim() ?? ''
  if (token === '') throw errors.captchaFailed(missing)
  // A check costs a calculation or an external request, and some endpoints count their requests only later.
  await requireWithinLimit(request, 'captcha')
  return token
}
