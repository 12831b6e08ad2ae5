import type { TokenResponse } from '../domain/sessions/issue-session.ts'
import { isAllowedRedirect } from '../kernel/values/redirect.ts'
import type { AuthRequest } from './context.ts'
import { toAppError } from './render-error.ts'

/**
 * Returns the target of a link or sign-in: the first allowed of header, parameter and Referer, otherwise the site (auth
 * 6.4).
 */
export function chooseRedirect(
  request: AuthRequest,
  parameter = request.req.query('redirect_to') ?? request.var.form?.redirect_to,
): string {
  const { settings } = request.var.dependencies
  const candidates = [request.req.header('redirect_to'), parameter, request.req.header('referer')]
  return candidates.find((candidate) => candidate && isAllowedRedirect(candidate, settings)) ?? settings.siteUrl
}

/** The OAuth error name of a status; 404 and 422 have none (auth 7.4). */
const ERROR_NAMES: Partial<Record<number, string>> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
}

/** Returns the error fields of a redirect. Internal errors are logged and reported without their cause. */
export function toErrorFields(request: AuthRequest, thrown: unknown): Record<string, string> {
  const error = toAppError(thrown)
  if (error.status >= 500)
    request.var.dependencies.log.error('auth redirect failed', { path: request.req.path, error: thrown })
  const name = ERROR_NAMES[error.status]
  return { ...(name ? { error: name } : {}), error_code: error.code, error_description: error.message }
}

/** Returns the fragment with the tokens of an implicit flow. */
export function toTokenFields(response: TokenResponse): Record<string, string | number> {
  const { access_token, expires_at, expires_in, refresh_token, token_type } = response
  return { access_token, expires_at, expires_in, refresh_token, sb: '', token_type }
}

/** Adds query parameters to a URL, before its fragment. */
export function withQuery(target: string, fields: Record<string, string>): string {
  const [address = '', fragment] = toAscii(target).split('#', 2)
  const separator = address.includes('?') ? '&' : '?'
  const query = `${address}${separator}${new URLSearchParams(fields)}`
  return fragment === undefined ? query : `${query}#${fragment}`
}

/** Replaces the fragment of a URL. */
export function withFragment(target: string, fields: Record<string, string | number>): string {
  const entries = Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)])
  return `${toAscii(target).split('#', 1)[0]}#${new URLSearchParams(entries)}`
}

/** Headers contain only ASCII. Encoding the whole URL later would encode the parameters twice. */
function toAscii(target: string): string {
  return target.toWellFormed().replace(/\P{ASCII}+/gu, encodeURIComponent)
}
