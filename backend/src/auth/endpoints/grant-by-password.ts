import * as v from 'valibot'
import { readBody } from '../body.ts'
import type { AuthParts, AuthRequest } from '../context.ts'
import { errors } from '../errors.ts'
import { isBanned } from '../guards.ts'
import { answerTokens, issueSession } from '../issue-session.ts'
import { getAudience, getClient } from '../request-client.ts'
import { isPasswordOf } from '../rules/password-hash.ts'
import { findWeakness } from '../rules/password-policy.ts'
import { parsePhone } from '../rules/phone.ts'
import { findUserByEmail, findUserByPhone, type UserRow } from '../tables/users.ts'

const Body = v.object({
  email: v.optional(v.string(), ''),
  phone: v.optional(v.string(), ''),
  password: v.optional(v.string(), ''),
})

/** POST /token?grant_type=password. Contract §7.2. */
export async function grantByPassword(request: AuthRequest): Promise<Response> {
  const { parts } = request.var
  const { email, phone, password } = await readBody(request, Body)
  const user = await findUser(request, email, phone)
  if (user && isBanned(user, parts)) throw errors.bannedAtSignIn()
  // The same work for everybody: neither answer nor time tells an unknown address from a wrong password.
  if (!(await isPasswordOf(password, user?.encrypted_password)) || !user) throw errors.invalidCredentials()
  requireConfirmed(user, parts, phone !== '')
  const issued = await issueSession(parts, parts.sql, { user, method: 'password', client: getClient(request) })
  const weakness = findWeakness(password, parts.settings)
  if (weakness) issued.response.weak_password = { message: weakness.message, reasons: weakness.reasons }
  return answerTokens(request, issued)
}

async function findUser(request: AuthRequest, email: string, phone: string): Promise<UserRow | undefined> {
  const { sql, settings } = request.var.parts
  if (email && phone) throw errors.validation('Only an email address or phone number should be provided on login.')
  if (email) {
    if (!settings.emailEnabled) throw errors.emailLoginsDisabled()
    return findUserByEmail(sql, email.toLowerCase(), getAudience(request))
  }
  if (!phone) throw errors.validation('missing email or phone')
  if (!settings.phoneEnabled) throw errors.phoneLoginsDisabled()
  return findUserByPhone(sql, parsePhone(phone), getAudience(request))
}

function requireConfirmed(user: UserRow, { settings }: AuthParts, isByPhone: boolean): void {
  if (isByPhone) {
    if (!user.phone_confirmed_at) throw errors.phoneNotConfirmed()
    return
  }
  const mayBeUnconfirmed = settings.allowUnverifiedEmail && !settings.mailerAutoconfirm
  if (!user.email_confirmed_at && !mayBeUnconfirmed) throw errors.emailNotConfirmed()
}
