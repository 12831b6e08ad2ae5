import * as v from 'valibot'
import { PkceEntries, readBody } from '../body.ts'
import type { AuthParts, AuthRequest } from '../context.ts'
import { errors } from '../errors.ts'
import { audit } from '../register.ts'
import { getAudience, getClient } from '../request-client.ts'
import { parseEmail } from '../rules/email.ts'
import { parsePkce } from '../rules/pkce.ts'
import { chooseRedirect } from '../rules/redirect.ts'
import { sendCode } from '../send-code.ts'
import { sendEmailChange } from '../send-email-change.ts'
import { findUserByEmail, type UserRow } from '../tables/users.ts'

const Body = v.object({
  type: v.optional(v.string(), ''),
  email: v.optional(v.string(), ''),
  phone: v.optional(v.string(), ''),
  ...PkceEntries,
})

/** POST /resend: the mail of a sign-up or of a change of e-mail once more. Contract §7.5. */
export async function resend(request: AuthRequest): Promise<Response> {
  const { parts } = request.var
  const body = await readBody(request, Body)
  const email = validate(parts, body)
  const pkce = parsePkce(body)
  const user = await findUserByEmail(parts.sql, email, getAudience(request))
  if (user && isWaiting(user, body.type)) {
    const { ip } = getClient(request)
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
  }
  return request.json({})
}

function validate({ settings }: AuthParts, { type, email, phone }: v.InferOutput<typeof Body>): string {
  if (!['signup', 'email_change', 'sms', 'phone_change'].includes(type)) {
    throw errors.validation('Missing one of these types: signup, email_change, sms, phone_change')
  }
  if (email && phone) throw errors.validation('Only an email address or phone number should be provided.')
  if (!email && !phone) throw errors.validation('Type provided requires an email address or phone number')
  const isMailType = type === 'signup' || type === 'email_change'
  if (phone || !isMailType) {
    if (phone && isMailType) throw errors.validation('Type provided requires an email address')
    if (email) throw errors.validation('Type provided requires a phone number')
    throw errors.phoneOtpDisabled()
  }
  if (!settings.emailEnabled) throw errors.emailDisabled()
  return parseEmail(email, settings)
}

function isWaiting(user: UserRow, type: string): boolean {
  return type === 'signup' ? user.email_confirmed_at === null : Boolean(user.email_change)
}
