import { audit } from '../../domain/accounts/audit.ts'
import { confirmPhone, removeUnprovenPassword } from '../../domain/accounts/confirm-account.ts'
import { createAccount } from '../../domain/accounts/create-account.ts'
import { getUser } from '../../domain/accounts/get-user.ts'
import { unlessTaken } from '../../domain/accounts/taken-address.ts'
import { toUserJson } from '../../domain/accounts/user-json.ts'
import { requireAddressFrequency } from '../../domain/codes/address-frequency.ts'
import { sendSmsCode, skipSmsCode } from '../../domain/codes/send-sms-code.ts'
import { hashPassword, isPasswordOf, requireHashable } from '../../domain/passwords/password-hash.ts'
import { issueSession } from '../../domain/sessions/issue-session.ts'
import { errors } from '../../errors.ts'
import { parseChannel, parsePhone, type SmsChannel } from '../../kernel/values/phone.ts'
import type { AuthRequest } from '../../requests/context.ts'
import { getAudience } from '../../requests/request-client.ts'
import { respondWithTokens } from '../../requests/respond-with-tokens.ts'
import type { UserRow } from '../../tables/user-row.ts'
import { findUserByPhone, updateUser } from '../../tables/users.ts'
import { createPlaceholderUser } from './placeholder-user.ts'

/** A validated sign-up by phone. */
export interface PhoneSignup {
  phone: string
  password: string
  data: Record<string, unknown>
  channel: SmsChannel
}

/** A new account, and the id of the message to it. */
interface Created {
  user: UserRow
  messageId: string | undefined
}

/** Handles POST /signup with a phone number (auth 7.1). */
export async function signUpByPhone(
  request: AuthRequest,
  body: { phone: string; password: string; data: Record<string, unknown>; channel?: string | undefined },
): Promise<Response> {
  const phone = parsePhone(body.phone)
  const channel = parseChannel(body.channel, request.var.dependencies.settings)
  return signUp(request, { ...body, phone, channel })
}

async function signUp(request: AuthRequest, signup: PhoneSignup): Promise<Response> {
  const { dependencies } = request.var
  // Without confirmations, sign-ups send nothing.
  if (!dependencies.settings.smsAutoconfirm)
    await requireAddressFrequency(dependencies, { occasion: 'signup', phone: signup.phone })
  const known = await findUserByPhone(dependencies.sql, signup.phone, getAudience(request))
  if (known) return respondForExistingAccount(request, known, signup)
  const passwordHash = await hashPassword(signup.password)
  const created = await unlessTaken(createByPhone(request, { ...signup, passwordHash }))
  if (!created) return respondForTakenAddress(request, signup)
  if (!dependencies.settings.smsAutoconfirm) return request.json(toUserJson(created.user))
  return respondWithTokens(
    request,
    await issueSession(dependencies, dependencies.sql, { user: created.user, method: 'password' }),
  )
}

/** Handles a number that was taken concurrently, or by an account of another audience, which must not be revealed. */
async function respondForTakenAddress(request: AuthRequest, signup: PhoneSignup): Promise<Response> {
  const { dependencies } = request.var
  const known = await findUserByPhone(dependencies.sql, signup.phone, getAudience(request))
  if (known) return respondForExistingAccount(request, known, signup)
  if (dependencies.settings.smsAutoconfirm) throw errors.userExists()
  return request.json(await createPlaceholderUser(request, { email: '', phone: signup.phone, data: signup.data }))
}

/** Creates an account that is confirmed immediately or by a code. */
export async function createByPhone(
  request: AuthRequest,
  signup: Omit<PhoneSignup, 'password'> & { passwordHash: string },
): Promise<Created> {
  const { dependencies } = request.var
  const { phone, passwordHash, channel, data: userMetadata } = signup
  return dependencies.sql.begin(async (sql) => {
    const registration = { email: null, phone, passwordHash, userMetadata, audience: getAudience(request) }
    const user = await createAccount(dependencies, sql, registration)
    const traits = { provider: 'phone' }
    let messageId: string | undefined
    if (dependencies.settings.smsAutoconfirm) {
      await confirmPhone(dependencies, sql, user)
      await audit(dependencies, sql, { user, action: 'user_signedup', traits })
    } else {
      messageId = await sendSmsCode(dependencies, sql, { user, kind: 'sms', phone, channel })
      await audit(dependencies, sql, { user, action: 'user_confirmation_requested', traits })
    }
    return { user: await getUser(sql, user.id), messageId }
  })
}

/** Computes one hash in every case, like the response to a sign-up by email. */
async function respondForExistingAccount(request: AuthRequest, user: UserRow, signup: PhoneSignup): Promise<Response> {
  const { dependencies } = request.var
  const { phone, password, data, channel } = signup
  const traits = { provider: 'phone' }
  if (user.phone_confirmed_at) {
    await hashPassword(password)
    if (dependencies.settings.mailerAutoconfirm || dependencies.settings.smsAutoconfirm) throw errors.userExists()
    await skipSmsCode(dependencies, phone)
    await audit(dependencies, dependencies.sql, { user, action: 'user_repeated_signup', traits })
    return request.json(await createPlaceholderUser(request, { email: '', phone, data }))
  }
  requireHashable(password)
  const isCreator = await isPasswordOf(password, user.encrypted_password)
  await dependencies.sql.begin(async (sql) => {
    if (!isCreator) {
      await removeUnprovenPassword(dependencies, sql, user)
      await updateUser(sql, user.id, { raw_user_meta_data: data }, dependencies.now())
    }
    await sendSmsCode(dependencies, sql, { user, kind: 'sms', phone, channel, isPaced: true })
    await audit(dependencies, sql, { user, action: 'user_confirmation_requested', traits })
  })
  if (!dependencies.settings.revealsAccounts)
    return request.json(await createPlaceholderUser(request, { email: '', phone, data }))
  return request.json(toUserJson(await getUser(dependencies.sql, user.id)))
}
