import { audit } from '../../domain/accounts/create-account.ts'
import { sendCode } from '../../domain/codes/send-email-code.ts'
import { sendSms } from '../../domain/codes/send-sms-code.ts'
import { errors } from '../../errors.ts'
import type { AuthRequest } from '../../kernel/dependencies.ts'
import { getClient } from '../../requests/request-client.ts'

/** GET /reauthenticate: mails a code that a change of password asks for. Contract §7.5. */
export async function reauthenticate(request: AuthRequest): Promise<Response> {
  const { parts, signedIn } = request.var
  const { user } = signedIn
  const { email } = user
  if (!email && !user.phone) {
    throw errors.validation('Reauthentication requires the user to have an email or a phone number')
  }
  if (email && !user.email_confirmed_at) throw errors.emailNotConfirmedForCode()
  if (!email && !user.phone_confirmed_at) throw errors.phoneNotConfirmedForCode()
  await parts.sql.begin(async (sql) => {
    await audit(parts, sql, { user, action: 'user_reauthenticate_requested', ip: getClient(request).ip })
    if (email) {
      await sendCode(parts, sql, {
        user,
        kind: 'reauthentication',
        recipient: email,
        redirectTo: parts.settings.siteUrl,
      })
    } else {
      await sendSms(parts, sql, { user, kind: 'reauthentication', phone: user.phone ?? '' })
    }
  })
  parts.mailer.deliver()
  return request.json({})
}
