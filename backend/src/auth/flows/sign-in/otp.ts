import * as v from 'valibot'
import { audit } from '../../domain/accounts/audit.ts'
import { contestAccount, removeUnprovenPassword } from '../../domain/accounts/confirm-account.ts'
import { admitsSignUp } from '../../domain/accounts/sign-up-gate.ts'
import { unlessTaken } from '../../domain/accounts/taken-address.ts'
import { requireAddressFrequency } from '../../domain/codes/address-frequency.ts'
import { sendRequestedCode, skipEmailCode } from '../../domain/codes/send-email-code.ts'
import { sendSmsCode, skipSmsCode } from '../../domain/codes/send-sms-code.ts'
import { hashRandomPassword } from '../../domain/passwords/password-hash.ts'
import { errors } from '../../errors.ts'
import type { AuthDependencies } from '../../kernel/dependencies.ts'
import { parseEmail } from '../../kernel/values/email.ts'
import { parseChannel, parsePhone } from '../../kernel/values/phone.ts'
import { type Pkce, parsePkce } from '../../kernel/values/pkce.ts'
import { MemberData, PkceEntries, readBody } from '../../requests/body.ts'
import type { AuthRequest } from '../../requests/context.ts'
import { chooseRedirect } from '../../requests/redirects.ts'
import { getAudience } from '../../requests/request-client.ts'
import type { UserRow } from '../../tables/user-row.ts'
import { findUserByEmail, findUserByPhone } from '../../tables/users.ts'
import { createByEmail } from '../sign-up/sign-up-by-email.ts'
import { createByPhone } from '../sign-up/sign-up-by-phone.ts'

const MagicLinkBody = v.object({
  email: v.optional(v.string(), ''),
  data: v.optional(MemberData, {}),
  ...PkceEntries,
})
const OtpBody = v.object({
  ...MagicLinkBody.entries,
  phone: v.optional(v.string(), ''),
  create_user: v.optional(v.boolean(), true),
  channel: v.optional(v.string(), ''),
})

/** POST /otp (auth 7.3). */
export async function otp(request: AuthRequest): Promise<Response> {
  const body = await readBody(request, OtpBody)
  if (body.email && body.phone) throw errors.validation('Only an email address or phone number should be provided')
  if (!body.email && !body.phone) throw errors.validation('One of email or phone must be set')
  if (body.email && body.channel) throw errors.validation('Channel should only be specified with Phone OTP')
  if (body.phone) return textSignIn(request, body)
  return mailSignIn(request, { ...body, mayCreate: body.create_user })
}

async function textSignIn(request: AuthRequest, body: v.InferOutput<typeof OtpBody>): Promise<Response> {
  const { dependencies } = request.var
  const phone = parsePhone(body.phone)
  const channel = parseChannel(body.channel, dependencies.settings)
  if (!dependencies.settings.phoneEnabled) throw errors.phoneOtpDisabled()
  await requireAddressFrequency(dependencies, { occasion: 'sign_in', phone })
  const user = await findUserByPhone(dependencies.sql, phone, getAudience(request))
  const denial = getDenial(dependencies, {
    user,
    isConfirmed: Boolean(user?.phone_confirmed_at),
    mayCreate: body.create_user,
    isAdmitted: await admitsSignUp(dependencies, body.data),
  })
  if (denial) {
    if (dependencies.settings.revealsAccounts) throw denial
    return respondWithMessage(request, await skipSmsCode(dependencies, phone))
  }
  const passwordHash = user?.phone_confirmed_at ? '' : await hashRandomPassword()
  const signup = { phone, data: body.data, channel, passwordHash }
  const created = user ? undefined : await unlessTaken(createByPhone(request, signup))
  const known = user ?? created?.user
  // A number that was taken concurrently, or by an account of another audience, must not be revealed.
  let messageId = known ? created?.messageId : await skipSmsCode(dependencies, phone)
  // A new account already got its code when it was created, unless it needed none.
  if (known && (user || known.phone_confirmed_at)) {
    messageId = await dependencies.sql.begin(async (sql) => {
      const id = await sendSmsCode(dependencies, sql, { user: known, kind: 'sms', phone, channel, isPaced: true })
      if (!known.phone_confirmed_at) await removeUnprovenPassword(dependencies, sql, known)
      await audit(dependencies, sql, { user: known, action: 'user_recovery_requested' })
      return id
    })
  }
  return respondWithMessage(request, messageId)
}

function respondWithMessage(request: AuthRequest, messageId: string | undefined): Response {
  return request.json(messageId ? { message_id: messageId } : {})
}

/** POST /magiclink (auth 7.3). */
export async function magiclink(request: AuthRequest): Promise<Response> {
  const body = await readBody(request, MagicLinkBody)
  if (!body.email) throw errors.unprocessable('Password recovery requires an email')
  return mailSignIn(request, { ...body, mayCreate: true })
}

interface MailSignIn extends v.InferOutput<typeof MagicLinkBody> {
  mayCreate: boolean
}

async function mailSignIn(request: AuthRequest, { mayCreate, ...body }: MailSignIn): Promise<Response> {
  const { dependencies } = request.var
  const pkce = parsePkce(body)
  const email = parseEmail(body.email, dependencies.settings)
  if (!dependencies.settings.emailEnabled || !dependencies.settings.magicLinkEnabled) throw errors.emailOtpDisabled()
  await requireAddressFrequency(dependencies, { occasion: 'sign_in', email })
  const user = await findUserByEmail(dependencies.sql, email, getAudience(request))
  const denial = getDenial(dependencies, {
    user,
    isConfirmed: Boolean(user?.email_confirmed_at),
    mayCreate,
    isAdmitted: await admitsSignUp(dependencies, body.data),
  })
  if (denial) {
    if (dependencies.settings.revealsAccounts) throw denial
    await skipEmailCode(dependencies, email)
  } else if (user?.email_confirmed_at) await mailLink(request, user, pkce)
  else await mailConfirmation(request, { user, email, data: body.data, pkce })
  dependencies.mailer.deliver()
  return request.json({})
}

/**
 * Returns the error of upstream for an address that gets no code because it has no confirmed account. Clients see it
 * only when the operator has chosen so, because it reveals who has one (auth 6.5).
 */
function getDenial(
  { settings }: AuthDependencies,
  {
    user,
    isConfirmed,
    mayCreate,
    isAdmitted,
  }: { user: UserRow | undefined; isConfirmed: boolean; mayCreate: boolean; isAdmitted: boolean },
): Error | undefined {
  if (!user && !mayCreate) return errors.otpDisabled()
  // An unconfirmed account used its invitation when it was created.
  const isOpen = user ? !settings.disableSignup : isAdmitted
  return !isConfirmed && !isOpen ? errors.signupDisabled() : undefined
}

async function mailLink(request: AuthRequest, user: UserRow, pkce: Pkce | undefined): Promise<void> {
  const { dependencies } = request.var
  const mail = {
    user,
    kind: 'magiclink',
    recipient: user.email ?? '',
    redirectTo: chooseRedirect(request),
    pkce,
  } as const
  await dependencies.sql.begin(async (sql) => {
    await sendRequestedCode(dependencies, sql, mail)
    await audit(dependencies, sql, { user, action: 'user_recovery_requested' })
  })
}

/** For new and unconfirmed accounts, the confirmation email also signs in. */
async function mailConfirmation(
  request: AuthRequest,
  signup: { user: UserRow | undefined; email: string; data: Record<string, unknown>; pkce: Pkce | undefined },
): Promise<void> {
  const { dependencies } = request.var
  const { user, email, pkce } = signup
  const passwordHash = await hashRandomPassword()
  if (user) {
    const mail = { user, kind: 'signup', recipient: email, redirectTo: chooseRedirect(request), pkce } as const
    await dependencies.sql.begin(async (sql) => {
      await sendRequestedCode(dependencies, sql, mail)
      await contestAccount(dependencies, sql, user)
    })
    return
  }
  const created = await unlessTaken(createByEmail(request, { ...signup, passwordHash }))
  if (!created) await skipEmailCode(dependencies, email)
  if (created?.email_confirmed_at) await mailLink(request, created, pkce)
}
