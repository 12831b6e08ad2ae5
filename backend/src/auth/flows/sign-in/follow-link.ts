import { consumeCode, getCodeByHash } from '../../domain/codes/consume-code.ts'
import { PKCE_PREFIX } from '../../domain/codes/one-time-code.ts'
import { issueSession, type TokenResponse } from '../../domain/sessions/issue-session.ts'
import { errors } from '../../errors.ts'
import type { Statements } from '../../kernel/dependencies.ts'
import type { AuthRequest } from '../../requests/context.ts'
import { chooseRedirect, toErrorFields, toTokenFields, withFragment, withQuery } from '../../requests/redirects.ts'
import { issueAuthCode } from '../../tables/flow-states.ts'
import { FIRST_OF_TWO } from './verify.ts'

/** The methods of the PKCE flows that each type of link may end. */
const FLOW_METHODS: Record<string, string[]> = {
  signup: ['email/signup'],
  invite: ['invite'],
  magiclink: ['magiclink'],
  recovery: ['recovery'],
  email: ['email/signup', 'magiclink', 'recovery'],
  email_change: ['email_change'],
}

type Outcome = { kind: 'tokens'; response: TokenResponse } | { kind: 'code'; code: string } | { kind: 'message' }

/** GET /verify: opens an emailed link and redirects to the site with tokens, a code or an error (auth 7.4). */
export async function followLink(request: AuthRequest): Promise<Response> {
  const { token = '', type = '' } = request.req.query()
  if (type === '') throw errors.validation('Verify requires a verification type')
  if (token === '') throw errors.validation('Verify requires a token or a token hash')
  if (!Object.hasOwn(FLOW_METHODS, type)) throw errors.validation('Invalid email verification type')
  const target = chooseRedirect(request)
  const isPkce = token.startsWith(PKCE_PREFIX)
  const location = await useLink(request, token, type).then(
    (outcome) => toLocation(target, outcome, { type, isPkce }),
    (error: unknown) => toErrorLocation(request, target, error, isPkce),
  )
  request.header('Cache-Control', 'no-store')
  // The target's URL carries tokens, which must not leak through a Referer.
  request.header('Referrer-Policy', 'no-referrer')
  return request.redirect(location, 303)
}

async function useLink(request: AuthRequest, hash: string, type: string): Promise<Outcome> {
  const { dependencies } = request.var
  const code = await getCodeByHash(dependencies, hash, type)
  return dependencies.sql.begin(async (sql) => {
    const consumed = await consumeCode(dependencies, sql, code, { type, expired: errors.linkExpired })
    if (consumed.kind === 'first of two') return { kind: 'message' }
    const { user } = consumed
    if (hash.startsWith(PKCE_PREFIX)) return { kind: 'code', code: await getAuthCode(request, sql, user.id, type) }
    const { response } = await issueSession(dependencies, sql, { user, method: 'otp' })
    return { kind: 'tokens', response }
  })
}

async function getAuthCode(request: AuthRequest, sql: Statements, userId: string, type: string): Promise<string> {
  const code = await issueAuthCode(sql, userId, FLOW_METHODS[type] ?? [], request.var.dependencies.now())
  if (!code) throw errors.flowStateNotFound()
  return code
}

function toLocation(target: string, outcome: Outcome, { type, isPkce }: { type: string; isPkce: boolean }): string {
  if (outcome.kind === 'code') return withQuery(target, { code: outcome.code })
  if (outcome.kind === 'message') {
    const message = { message: FIRST_OF_TWO }
    return withFragment(isPkce ? withQuery(target, message) : target, { ...message, sb: '' })
  }
  return withFragment(target, { ...toTokenFields(outcome.response), type })
}

function toErrorLocation(request: AuthRequest, target: string, thrown: unknown, isPkce: boolean): string {
  const fields = toErrorFields(request, thrown)
  return withFragment(isPkce ? withQuery(target, fields) : target, { ...fields, sb: '' })
}
