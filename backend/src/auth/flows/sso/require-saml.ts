import { createMiddleware } from 'hono/factory'
import { errors } from '../../errors.ts'
import type { AuthEnv } from '../../requests/context.ts'

/** Responds with 404 when single sign-on is disabled, whatever else is wrong with the request. */
export const requireSaml = createMiddleware<AuthEnv>(async (request, next) => {
  if (!request.var.dependencies.settings.samlEnabled) throw errors.samlDisabled()
  await next()
})
