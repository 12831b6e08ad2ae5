import { isAllowedRedirect } from '../kernel/values/redirect.ts'
import type { AuthRequest } from './context.ts'

/** Where a link or a sign-in may lead: the first allowed of header, parameter, Referer; else the site. Contract §6.4. */
export function chooseRedirect(
  request: AuthRequest,
  parameter = request.req.query('redirect_to') ?? request.var.form?.redirect_to,
): string {
  const { settings } = request.var.dependencies
  const candidates = [request.req.header('redirect_to'), parameter, request.req.header('referer')]
  return candidates.find((candidate) => candidate && isAllowedRedirect(candidate, settings)) ?? settings.siteUrl
}
