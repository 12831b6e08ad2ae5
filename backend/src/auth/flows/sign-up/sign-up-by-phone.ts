import { audit, confirmPhone, getUser, register, unlessTaken } from '../../domain/accounts/create-account.ts'
import { toUserJson } from '../../domain/accounts/user-json.ts'
import { sendSms } from '../../domain/codes/send-sms-code.ts'
import { hashPassword } from '../../domain/passwords/password-hash.ts'
import { answerTokens, issueSession } from '../../domain/sessions/issue-session.ts'
import { errors } from '../../errors.ts'
import type { AuthRequest } from '../../kernel/dependencies.ts'
import { parsePhone } from '../../kernel/values/phone.ts'
import { parseChannel, type SmsChannel } from '../../kernel/values/sms-channel.ts'
import { getAudience, getClient } from '../../requests/request-client.ts'
import { findUserByPhone, type UserRow } from '../../tables/users.ts'
import { inventUser } from './placeholder-user.ts'

/** What a sign-up by phone brings, checked. */
export interface PhoneSignup {
  phone: string
  passwordHash: string
  data: Record<string, unknown>
  channel: SmsChannel
}

/** An account that was made, and the provider's id of the message to it. */
interface Created {
  user: UserRow
  messageId: string | undefined
}

/** POST /signup with a phone number. Contract §7.1. */
export async function signUpByPhone(
  request: AuthRequest,
  body: { phone: string; password: string; data: Record<string, unknown>; channel?: string | undefined },
): Promise<Response> {
  const phone = parsePhone(body.phone)
  // Hashed before anybody looks whether the number is known: the time must not tell.
  const passwordHash = await hashPassword(body.password)
  const channel = parseChannel(body.channel, request.var.parts.settings)
  return signUp(request, { phone, passwordHash, data: body.data, channel })
}

async function signUp(request: AuthRequest, signup: PhoneSignup): Promise<Response> {
  const { parts } = request.var
  const known = await findUserByPhone(parts.sql, signup.phone, getAudience(request))
  if (known) return answerKnown(request, known, signup)
  const created = await unlessTaken(createByPhone(request, signup))
  if (!created) return answerTaken(request, signup)
  if (!parts.settings.smsAutoconfirm) return request.json(toUserJson(created.user))
  const client = getClient(request)
  return answerTokens(request, await issueSession(parts, parts.sql, { user: created.user, method: 'password', client }))
}

/** The number was taken between two looks, or by an account of another audience, which nobody may learn of. */
async function answerTaken(request: AuthRequest, signup: PhoneSignup): Promise<Response> {
  const { parts } = request.var
  const known = await findUserByPhone(parts.sql, signup.phone, getAudience(request))
  if (known) return answerKnown(request, known, signup)
  if (parts.settings.smsAutoconfirm) throw errors.userExists()
  return request.json(inventUser(request, { email: '', phone: signup.phone, data: signup.data }))
}

/** Creates an account, confirmed at once or with a code on its way. */
export async function createByPhone(request: AuthRequest, signup: PhoneSignup): Promise<Created> {
  const { parts } = request.var
  const { ip } = getClient(request)
  const { phone, passwordHash, channel, data: userMetadata } = signup
  return parts.sql.begin(async (sql) => {
    const registration = { email: null, phone, passwordHash, userMetadata, audience: getAudience(request) }
    const user = await register(parts, sql, registration)
    const traits = { provider: 'phone' }
    let messageId: string | undefined
    if (parts.settings.smsAutoconfirm) {
      await confirmPhone(parts, sql, user)
      await audit(parts, sql, { user, action: 'user_signedup', ip, traits })
    } else {
      messageId = await sendSms(parts, sql, { user, kind: 'sms', phone, channel })
      await audit(parts, sql, { user, action: 'user_confirmation_requested', ip, traits })
    }
    return { user: await getUser(sql, user.id), messageId }
  })
}

async function answerKnown(request: AuthRequest, user: UserRow, signup: PhoneSignup): Promise<Response> {
  const { parts } = request.var
  const { phone, data, channel } = signup
  const { ip } = getClient(request)
  const traits = { provider: 'phone' }
  if (user.phone_confirmed_at) {
    if (parts.settings.mailerAutoconfirm || parts.settings.smsAutoconfirm) throw errors.userExists()
    await audit(parts, parts.sql, { user, action: 'user_repeated_signup', ip, traits })
    return request.json(inventUser(request, { email: '', phone, data }))
  }
  await parts.sql.begin(async (sql) => {
    await sendSms(parts, sql, { user, kind: 'sms', phone, channel })
    await audit(parts, sql, { user, action: 'user_confirmation_requested', ip, traits })
  })
  return request.json(toUserJson(await getUser(parts.sql, user.id)))
}
