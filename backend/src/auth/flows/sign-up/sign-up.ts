import * as v from 'valibot'
import { audit } from '../../domain/accounts/audit.ts'
import { createAccount } from '../../domain/accounts/create-account.ts'
import { admitsSignUp } from '../../domain/accounts/sign-up-gate.ts'
import { requireStrongPassword } from '../../domain/passwords/password-policy.ts'
import { issueSession } from '../../domain/sessions/issue-session.ts'
import { errors } from '../../errors.ts'
import { parseEmail } from '../../kernel/values/email.ts'
import { parseChannel } from '../../kernel/values/phone.ts'
import { type Pkce, parsePkce } from '../../kernel/values/pkce.ts'
import { MemberData, PkceEntries, readBody } from '../../requests/body.ts'
import type { AuthRequest } from '../../requests/context.ts'
import { requireWithinLimit } from '../../requests/guards.ts'
import { getAudience } from '../../requests/request-client.ts'
import { respondWithTokens } from '../../requests/respond-with-tokens.ts'
import type { AuthSettings } from '../../settings.ts'
import { signUpByEmail } from './sign-up-by-email.ts'
import { signUpByPhone } from './sign-up-by-phone.ts'

const Body = v.object({
  email: v.optional(v.string(), ''),
  phone: v.optional(v.string(), ''),
  password: v.optional(v.string(), ''),
  data: v.optional(MemberData, {}),
  channel: v.optional(v.string()),
  ...PkceEntries,
})
type Body = v.InferOutput<typeof Body>

/** POST /signup (auth 7.1). */
export async function signUp(request: AuthRequest): Promise<Response> {
  const body = await readBody(request, Body)
  if (!body.email && !body.phone) return signUpAnonymously(request, body.data)
  await requireWithinLimit(request, 'otp')
  if (!(await admitsSignUp(request.var.dependencies, body.data))) throw errors.signupDisabled()
  const pkce = await validate(request, body)
  if (body.phone) return signUpByPhone(request, body)
  const email = parseEmail(body.email, request.var.dependencies.settings)
  return signUpByEmail(request, { email, password: body.password, data: body.data, pkce })
}

async function validate(request: AuthRequest, body: Body): Promise<Pkce | undefined> {
  const { dependencies } = request.var
  const { settings } = dependencies
  if (body.password === '') throw errors.validation('Signup requires a valid password')
  await requireStrongPassword(dependencies, body.password)
  if (body.email && body.phone) {
    throw errors.validation('Only an email address or phone number should be provided on signup.')
  }
  if (body.phone) {
    requirePhoneSignup(settings, body)
    return undefined
  }
  const pkce = parsePkce(body)
  if (!settings.emailEnabled) throw errors.emailSignupsDisabled()
  return pkce
}

function requirePhoneSignup(settings: AuthSettings, body: Body): void {
  parseChannel(body.channel, settings)
  if (body.code_challenge) throw errors.validation('PKCE not supported for phone signups')
  if (!settings.phoneEnabled) throw errors.phoneSignupsDisabled()
}

async function signUpAnonymously(request: AuthRequest, data: Record<string, unknown>): Promise<Response> {
  const { dependencies } = request.var
  if (!dependencies.settings.anonymousEnabled) throw errors.anonymousDisabled()
  await requireWithinLimit(request, 'anonymous')
  if (!(await admitsSignUp(dependencies, data))) throw errors.signupDisabled()
  const issued = await dependencies.sql.begin(async (sql) => {
    const registration = { email: null, phone: null, passwordHash: null, userMetadata: data, isAnonymous: true }
    const user = await createAccount(dependencies, sql, { ...registration, audience: getAudience(request) })
    await audit(dependencies, sql, { user, action: 'user_signedup', traits: { provider: 'anonymous' } })
    return issueSession(dependencies, sql, { user, method: 'anonymous', isAudited: false })
  })
  return respondWithTokens(request, issued)
}
