import * as v from 'valibot'
import { audit } from '../../domain/accounts/audit.ts'
import { requireAddressFrequency, unlessSentRecently } from '../../domain/codes/address-frequency.ts'
import { sendEmailChange } from '../../domain/codes/send-email-change.ts'
import { sendRequestedCode, skipEmailCode } from '../../domain/codes/send-email-code.ts'
import { sendSmsCode, skipSmsCode } from '../../domain/codes/send-sms-code.ts'
import { errors } from '../../errors.ts'
import type { AuthDependencies } from '../../kernel/dependencies.ts'
import { parseEmail } from '../../kernel/values/email.ts'
import { parsePhone } from '../../kernel/values/phone.ts'
import { parsePkce } from '../../kernel/values/pkce.ts'
import { PkceEntries, readBody } from '../../requests/body.ts'
import type { AuthRequest } from '../../requests/context.ts'
import { chooseRedirect } from '../../requests/redirects.ts'
import { getAudience } from '../../requests/request-client.ts'
import { findUserByEmail, findUserByPhone } from '../../tables/users.ts'

const Body = v.object({
  type: v.optional(v.string(), ''),
  email: v.optional(v.string(), ''),
  phone: v.optional(v.string(), ''),
  ...PkceEntries,
})

type Body = v.InferOutput<typeof Body>

/** POST /resend: sends the code of a sign-up or of an address change again (auth 7.5). */
export async function resend(request: AuthRequest): Promise<Response> {
  const body = await readBody(request, Body)
  validate(request.var.dependencies, body)
  const messageId = await (body.phone ? resendText(request, body) : resendMail(request, body))
  return request.json(messageId ? { message_id: messageId } : {})
}

async function resendMail(request: AuthRequest, body: Body): Promise<undefined> {
  const { dependencies } = request.var
  const email = parseEmail(body.email, dependencies.settings)
  const pkce = parsePkce(body)
  const occasion = body.type === 'signup' ? 'signup' : 'change'
  await requireAddressFrequency(dependencies, { occasion, email })
  const user = await findUserByEmail(dependencies.sql, email, getAudience(request))
  const isWaiting = body.type === 'signup' ? user?.email_confirmed_at === null : Boolean(user?.email_change)
  if (!user || !isWaiting) {
    await skipEmailCode(dependencies, email)
    return undefined
  }
  const redirectTo = chooseRedirect(request)
  const sending = dependencies.sql.begin(async (sql) => {
    if (body.type === 'signup') {
      await audit(dependencies, sql, { user, action: 'user_confirmation_requested' })
      await sendRequestedCode(dependencies, sql, { user, kind: 'signup', recipient: email, redirectTo, pkce })
    } else {
      await audit(dependencies, sql, { user, action: 'user_modified' })
      await sendEmailChange(dependencies, sql, { user, newEmail: user.email_change ?? '', redirectTo, pkce })
    }
  })
  await unlessSentRecently(dependencies, sending)
  dependencies.mailer.deliver()
  return undefined
}

/** Returns the message id for the client. */
async function resendText(request: AuthRequest, body: Body): Promise<string | undefined> {
  const { dependencies } = request.var
  const phone = parsePhone(body.phone)
  const occasion = body.type === 'sms' ? 'signup' : 'change'
  await requireAddressFrequency(dependencies, { occasion, phone })
  const user = await findUserByPhone(dependencies.sql, phone, getAudience(request))
  const isWaiting = body.type === 'sms' ? user?.phone_confirmed_at === null : Boolean(user?.phone_change)
  if (!user || !isWaiting) return skipSmsCode(dependencies, phone)
  return dependencies.sql.begin(async (sql) => {
    if (body.type === 'sms') {
      await audit(dependencies, sql, { user, action: 'user_confirmation_requested' })
      return sendSmsCode(dependencies, sql, { user, kind: 'sms', phone, isPaced: true })
    }
    await audit(dependencies, sql, { user, action: 'user_modified' })
    return sendSmsCode(dependencies, sql, { user, kind: 'phone_change', phone: user.phone_change ?? '', isPaced: true })
  })
}

function validate({ settings }: AuthDependencies, { type, email, phone }: Body): void {
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
