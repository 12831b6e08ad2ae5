import { audit } from '../../domain/accounts/audit.ts'
import { sendEmailCode } from '../../domain/codes/send-email-code.ts'
import { sendSmsCode } from '../../domain/codes/send-sms-code.ts'
import { errors } from '../../errors.ts'
import type { AuthRequest } from '../../requests/context.ts'

/** GET /reauthenticate: sends the code that a change of password may require (auth 7.5). */
export async function reauthenticate(request: AuthRequest): Promise<Response> {
  const { dependencies, signedIn } = request.var
  const { user } = signedIn
  const { email } = user
  if (!email && !user.phone) {
    throw errors.validation('Reauthentication requires the user to have an email or a phone number')
  }
  if (email && !user.email_confirmed_at) throw errors.emailNotConfirmedForCode()
  if (!email && !user.phone_confirmed_at) throw errors.phoneNotConfirmedForCode()
  await dependencies.sql.begin(async (sql) => {
    await audit(dependencies, sql, { user, action: 'user_reauthenticate_requested' })
    if (email) {
      await sendEmailCode(dependencies, sql, {
        user,
        kind: 'reauthentication',
        recipient: email,
        redirectTo: dependencies.settings.siteUrl,
      })
    } else {
      await sendSmsCode(dependencies, sql, { user, kind: 'reauthentication', phone: user.phone ?? '' })
    }
  })
  dependencies.mailer.deliver()
  return request.json({})
}
