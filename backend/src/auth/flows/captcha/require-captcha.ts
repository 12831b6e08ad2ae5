import { createMiddleware } from 'hono/factory'
import * as v from 'valibot'
import { errors } from '../../errors.ts'
import { getGrantType, readOptionalBody } from '../../requests/body.ts'
import type { AuthEnv, AuthRequest } from '../../requests/context.ts'
import { isAdmin, requireWithinLimit } from '../../requests/guards.ts'
import { checkAltcha } from './altcha.ts'
import { checkAtProvider } from './siteverify.ts'

const Body = v.object({ gotrue_meta_security: v.nullish(v.object({ captcha_token: v.nullish(v.string()) })) })
/** Grants that begin a sign-in; the others go on with one. */
const GUARDED_GRANTS = ['password', 'web3']

/** When captchas are on, a request must bring the solution of one; the operator need not. Contract §6.8. */
export const requireCaptcha = createMiddleware<AuthEnv>(async (request, next) => {
  if (request.var.dependencies.settings.captchaEnabled && !(await isAdmin(request))) await checkCaptcha(request)
  await next()
})

/** As {@link requireCaptcha}, for /token. */
export const requireCaptchaOfGrant = createMiddleware<AuthEnv>(async (request, next) => {
  if (GUARDED_GRANTS.includes(getGrantType(request) ?? '')) return requireCaptcha(request, next)
  return next()
})

async function checkCaptcha(request: AuthRequest): Promise<void> {
  const { dependencies } = request.var
  const { gotrue_meta_security: security } = await readOptionalBody(request, Body)
  const token = security?.captcha_token?.trim() ?? ''
  if (token === '') throw errors.captchaFailed('no captcha_token found')
  // A check costs us a calculation or a call elsewhere, and some endpoints count their requests only later.
  await requireWithinLimit(request, 'captcha')
  const { captchaProvider } = dependencies.settings
  const reason =
    captchaProvider === 'altcha'
      ? await checkAltcha(dependencies, token)
      : await checkAtProvider(dependencies, captchaProvider, { token, ip: dependencies.client.ip })
  if (reason !== undefined) throw errors.captchaFailed(reason)
}
