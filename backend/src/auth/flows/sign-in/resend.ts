import * as v from 'valibot'
import { audit } from '../../domain/accounts/create-account.ts'
import { sendEmailChange } from '../../domain/codes/send-email-change.ts'
import { sendCode } from '../../domain/codes/send-email-code.ts'
import { sendSms } from '../../domain/codes/send-sms-code.ts'
import { errors } from '../../errors.ts'
import type { AuthParts, AuthRequest } from '../../kernel/dependencies.ts'
import { parseEmail } from '../../kernel/values/email.ts'
import { parsePhone } from '../../kernel/values/phone.ts'
import { parsePkce } from '../../kernel/values/pkce.ts'
import { chooseRedirect } from '../../kernel/values/redirect.ts'
import { PkceEntries, readBody } from '../../requests/body.ts'
import { getAudience, getClient } from '../../requests/request-client.ts'
import { findUserByEmail, findUserByPhone } from '../../tables/users.ts'

const Body = v.object({
  type: v.optional(v.string(), ''),
  email: v.optional(v.string(), ''),
  phone: v.optional(v.string(), ''),
  ...PkceEntries,
})

type Body = v.InferOutput<typeof Body>

/** POST /resend: the code of a sign-up or of a change of address once more. Contract §7.5. */
export async function resend(request: AuthRequest): Promise<Response> {
  const body = await readBody(request, Body)
  validate(request.var.parts, body)
  const messageId = await (body.phone ? resendText(request, body) : resendMail(request, body))
  return request.json(messageId ? { message_id: messageId } : {})
}

async function resendMail(request: AuthRequest, body: Body): Promise<undefined> {
  const { parts } = request.var
  const { ip } = getClient(request)
  const email = parseEmail(body.email, parts.settings)
  const pkce = parsePkce(body)
  const user = await findUserByEmail(parts.sql, email, getAudience(request))
  const isWaiting = body.type === 'signup' ? user?.email_confirmed_at === null : Boolean(user?.email_change)
  if (!user || !isWaiting) return undefined
  const redirectTo = chooseRedirect(request)
  await parts.sql.begin(async (sql) => {
    if (body.type === 'signup') {
      await audit(parts, sql, { user, action: 'user_confirmation_requested', ip })
      await sendCode(parts, sql, { user, kind: 'signup', recipient: email, redirectTo, pkce })
    } else {
      await audit(parts, sql, { user, action: 'user_modified', ip })
      await sendEmailChange(parts, sql, { user, newEmail: user.email_change ?? '', redirectTo, pkce })
    }
  })
  parts.mailer.deliver()
  return undefined
}

/** Gives the provider's id of the message, undefined when none was sent. */
async function resendText(request: AuthRequest, body: Body): Promise<string | undefined> {
  const { parts } = request.var
  const { ip } = getClient(request)
  const phone = parsePhone(body.phone)
  const user = await findUserByPhone(parts.sql, phone, getAudience(request))
  if (!user) return undefined
  if (body.type === 'sms' && user.phone_confirmed_at) return undefined
  if (body.type === 'phone_change' && !user.phone_change) return undefined
  return parts.sql.begin(async (sql) => {
    if (body.type === 'sms') {
      await audit(parts, sql, { user, action: 'user_confirmation_requested', ip })
      return sendSms(parts, sql, { user, kind: 'sms', phone })
    }
    await audit(parts, sql, { user, action: 'user_modified', ip })
    return sendSms(parts, sql, { user, kind: 'phone_change', phone: user.phone_change ?? '' })
  })
}

function validate({ settings }: AuthParts, { type, email, phone }: Body): void {
  if (!['signup', 'email_change', 'sms', 'phone_change'].includes(type)) {
    throw errors.validation('Missing one of these types: signup, email_change, sms, phone_change')
  }
  if (email && phone) throw errors.validation('Only an email address or phone number should be provided.')
  if (!email && !phone) throw errors.validation('Type provided requires an email address or phone number')
  const isMailType = type === 'signup' || type === 'email_change'
  if (phone && isMailType) throw errors.validation('Type provided requires an email address')
  if (email && !isMailType) throw errors.validation('Type provided requires a phone number')
  if (email && !settings.emailEnabled) throw errors.emailDisabled()
  if (phone && !settings.phoneEnabled) throw errors.phoneOtpDisabled()
}
