import * as v from 'valibot'
import { isBanned } from '../../domain/accounts/get-user.ts'
import { countPasswordAttempt, recordPasswordSuccess } from '../../domain/codes/failed-passwords.ts'
import { requirePasswordAllowed } from '../../domain/hooks/verification-attempts.ts'
import { isPasswordOf } from '../../domain/passwords/password-hash.ts'
import { findWeakness } from '../../domain/passwords/password-policy.ts'
import { issueSession } from '../../domain/sessions/issue-session.ts'
import { errors } from '../../errors.ts'
import type { AuthDependencies } from '../../kernel/dependencies.ts'
import { parsePhone } from '../../kernel/values/phone.ts'
import { readBody } from '../../requests/body.ts'
import type { AuthRequest } from '../../requests/context.ts'
import { findKnownDevice, rememberDevice } from '../../requests/known-device.ts'
import { getAudience } from '../../requests/request-client.ts'
import { respondWithTokens } from '../../requests/respond-with-tokens.ts'
import type { UserRow } from '../../tables/user-row.ts'
import { findUserByEmail, findUserByPhone } from '../../tables/users.ts'
import { requireProofOfWork } from '../captcha/require-captcha.ts'

const Body = v.object({
  email: v.optional(v.string(), ''),
  phone: v.optional(v.string(), ''),
  password: v.optional(v.string(), ''),
})

/** POST /token?grant_type=password (auth 7.2). */
export async function grantByPassword(request: AuthRequest): Promise<Response> {
  const { dependencies } = request.var
  const { email, phone, password } = await readBody(request, Body)
  const login = parseLogin(dependencies, email, phone)
  const deviceId = findKnownDevice(request, login.text)
  const verdict = await countPasswordAttempt(dependencies, login.text, deviceId)
  if (verdict === 'proof-of-work') await requireProofOfWork(request)
  const user = await (login.isPhone ? findUserByPhone : findUserByEmail)(
    dependencies.sql,
    login.text,
    getAudience(request),
  )
  if (user && isBanned(user, dependencies)) throw errors.bannedAtSignIn()
  // Every request does the same work, so that neither response nor duration distinguishes an unknown address from a
  // wrong password.
  const isValid = await isPasswordOf(password, user?.encrypted_password)
  if (user) await requirePasswordAllowed(dependencies, { userId: user.id, isValid })
  if (!isValid || !user) throw errors.invalidCredentials()
  await recordPasswordSuccess(dependencies, login.text, deviceId)
  requireConfirmed(user, dependencies, login.isPhone)
  const issued = await issueSession(dependencies, dependencies.sql, { user, method: 'password' })
  // A failed look-up of leaked passwords must not block the sign-in.
  const weakness = await findWeakness(dependencies, password).catch(() => undefined)
  if (weakness) issued.response.weak_password = { message: weakness.message, reasons: weakness.reasons }
  rememberDevice(request, login.text)
  return respondWithTokens(request, issued)
}

/** Returns the stored form of the email or phone number. Throws unless there is exactly one. */
function parseLogin({ settings }: AuthDependencies, email: string, phone: string): { text: string; isPhone: boolean } {
  if (email && phone) throw errors.validation('Only an email address or phone number should be provided on login.')
  if (email) {
    if (!settings.emailEnabled) throw errors.emailLoginsDisabled()
    return { text: email.toLowerCase(), isPhone: false }
  }
  if (!phone) throw errors.validation('missing email or phone')
  if (!settings.phoneEnabled) throw errors.phoneLoginsDisabled()
  return { text: parsePhone(phone), isPhone: true }
}

function requireConfirmed(user: UserRow, { settings }: AuthDependencies, isByPhone: boolean): void {
  if (isByPhone) {
    if (!user.phone_confirmed_at) throw errors.phoneNotConfirmed()
    return
  }
  const mayBeUnconfirmed = settings.allowUnverifiedEmail && !settings.mailerAutoconfirm
  if (!user.email_confirmed_at && !mayBeUnconfirmed) throw errors.emailNotConfirmed()
}
