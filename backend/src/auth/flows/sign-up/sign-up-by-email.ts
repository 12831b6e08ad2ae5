import { audit } from '../../domain/accounts/audit.ts'
import { confirmEmail, contestAccount } from '../../domain/accounts/confirm-account.ts'
import { createAccount } from '../../domain/accounts/create-account.ts'
import { getUser } from '../../domain/accounts/get-user.ts'
import { unlessTaken } from '../../domain/accounts/taken-address.ts'
import { toUserJson } from '../../domain/accounts/user-json.ts'
import { requireAddressFrequency } from '../../domain/codes/address-frequency.ts'
import { sendRequestedCode, skipEmailCode } from '../../domain/codes/send-email-code.ts'
import { hashPassword, isPasswordOf, requireHashable } from '../../domain/passwords/password-hash.ts'
import { issueSession } from '../../domain/sessions/issue-session.ts'
import { errors } from '../../errors.ts'
import type { Pkce } from '../../kernel/values/pkce.ts'
import type { AuthRequest } from '../../requests/context.ts'
import { chooseRedirect } from '../../requests/redirects.ts'
import { getAudience } from '../../requests/request-client.ts'
import { respondWithTokens } from '../../requests/respond-with-tokens.ts'
import type { UserRow } from '../../tables/user-row.ts'
import { findUserByEmail, updateUser } from '../../tables/users.ts'
import { createPlaceholderUser } from './placeholder-user.ts'

/** A validated sign-up by email. */
export interface EmailSignup {
  email: string
  password: string
  data: Record<string, unknown>
  pkce: Pkce | undefined
}

export async function signUpByEmail(request: AuthRequest, signup: EmailSignup): Promise<Response> {
  const { dependencies } = request.var
  // Without confirmations, sign-ups send nothing.
  if (!dependencies.settings.mailerAutoconfirm)
    await requireAddressFrequency(dependencies, { occasion: 'signup', email: signup.email })
  const known = await findUserByEmail(dependencies.sql, signup.email, getAudience(request))
  if (known) return respondForExistingAccount(request, known, signup)
  const passwordHash = await hashPassword(signup.password)
  const created = await unlessTaken(createByEmail(request, { ...signup, passwordHash }))
  if (!created) return respondForTakenAddress(request, signup)
  dependencies.mailer.deliver()
  if (!dependencies.settings.mailerAutoconfirm) return request.json(toUserJson(created))
  return respondWithTokens(
    request,
    await issueSession(dependencies, dependencies.sql, { user: created, method: 'password' }),
  )
}

/** Handles an address that was taken concurrently, or by an account of another audience, which must not be revealed. */
async function respondForTakenAddress(request: AuthRequest, signup: EmailSignup): Promise<Response> {
  const { dependencies } = request.var
  const known = await findUserByEmail(dependencies.sql, signup.email, getAudience(request))
  if (known) return respondForExistingAccount(request, known, signup)
  if (dependencies.settings.mailerAutoconfirm) throw errors.userExists()
  return request.json(await createPlaceholderUser(request, { email: signup.email, phone: '', data: signup.data }))
}

/** Creates an account that is confirmed immediately or by email. */
export async function createByEmail(
  request: AuthRequest,
  signup: Omit<EmailSignup, 'password'> & { passwordHash: string },
): Promise<UserRow> {
  const { dependencies } = request.var
  const { email, passwordHash, data: userMetadata } = signup
  return dependencies.sql.begin(async (sql) => {
    const registration = { email, phone: null, passwordHash, userMetadata, audience: getAudience(request) }
    const user = await createAccount(dependencies, sql, registration)
    if (dependencies.settings.mailerAutoconfirm) {
      await confirmEmail(dependencies, sql, user)
      await audit(dependencies, sql, { user, action: 'user_signedup', traits: { provider: 'email' } })
    } else {
      const redirectTo = chooseRedirect(request)
      await sendRequestedCode(dependencies, sql, {
        user,
        kind: 'signup',
        recipient: email,
        redirectTo,
        pkce: signup.pkce,
      })
      await audit(dependencies, sql, { user, action: 'user_confirmation_requested', traits: { provider: 'email' } })
    }
    return getUser(sql, user.id)
  })
}

/**
 * Responds to a sign-up for an existing account without revealing it, unless autoconfirm does so anyway (auth 6.5).
 * Every case computes one hash, as the creation of an account does, so that the duration does not reveal it either.
 */
async function respondForExistingAccount(request: AuthRequest, user: UserRow, signup: EmailSignup): Promise<Response> {
  const { dependencies } = request.var
  if (user.email_confirmed_at) {
    await hashPassword(signup.password)
    if (dependencies.settings.mailerAutoconfirm || dependencies.settings.smsAutoconfirm) throw errors.userExists()
    await skipEmailCode(dependencies, signup.email)
    await audit(dependencies, dependencies.sql, { user, action: 'user_repeated_signup', traits: { provider: 'email' } })
    return request.json(await createPlaceholderUser(request, { email: signup.email, phone: '', data: signup.data }))
  }
  const { email, password, pkce, data } = signup
  requireHashable(password)
  // Without the password, anyone may have created the account, for example by a provider that verifies no email.
  const isCreator = await isPasswordOf(password, user.encrypted_password)
  await dependencies.sql.begin(async (sql) => {
    if (!isCreator) await contestAccount(dependencies, sql, user)
    // The email goes to the owner of the address, so it uses the name from the newest sign-up. The data of an
    // invitation stays, because an operator chose it.
    if (!isCreator && !user.invited_at) await updateUser(sql, user.id, { raw_user_meta_data: data }, dependencies.now())
    const redirectTo = chooseRedirect(request)
    await sendRequestedCode(dependencies, sql, { user, kind: 'signup', recipient: email, redirectTo, pkce })
    await audit(dependencies, sql, { user, action: 'user_confirmation_requested', traits: { provider: 'email' } })
  })
  dependencies.mailer.deliver()
  if (!dependencies.settings.revealsAccounts)
    return request.json(await createPlaceholderUser(request, { email, phone: '', data }))
  const shown = toUserJson(await getUser(dependencies.sql, user.id))
  return request.json(user.invited_at ? { ...shown, user_metadata: {}, identities: [] } : shown)
}
