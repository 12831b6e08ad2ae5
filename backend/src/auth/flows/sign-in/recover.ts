import * as v from 'valibot'
import { audit } from '../../domain/accounts/audit.ts'
import { requireAddressFrequency } from '../../domain/codes/address-frequency.ts'
import { sendRequestedCode, skipEmailCode } from '../../domain/codes/send-email-code.ts'
import { errors } from '../../errors.ts'
import { parseEmail } from '../../kernel/values/email.ts'
import { parsePkce } from '../../kernel/values/pkce.ts'
import { PkceEntries, readBody } from '../../requests/body.ts'
import type { AuthRequest } from '../../requests/context.ts'
import { chooseRedirect } from '../../requests/redirects.ts'
import { getAudience } from '../../requests/request-client.ts'
import { findUserByEmail } from '../../tables/users.ts'

const Body = v.object({ email: v.optional(v.string(), ''), ...PkceEntries })

/** POST /recover. The response does not reveal whether the account exists (auth 7.5). */
export async function recover(request: AuthRequest): Promise<Response> {
  const { dependencies } = request.var
  const body = await readBody(request, Body)
  if (!dependencies.settings.emailEnabled) throw errors.emailDisabled()
  if (!body.email) throw errors.validation('Password recovery requires an email')
  const pkce = parsePkce(body)
  const email = parseEmail(body.email, dependencies.settings)
  await requireAddressFrequency(dependencies, { occasion: 'recovery', email })
  const user = await findUserByEmail(dependencies.sql, email, getAudience(request))
  if (user) {
    await dependencies.sql.begin(async (sql) => {
      const mail = { user, kind: 'recovery', recipient: email, redirectTo: chooseRedirect(request), pkce } as const
      await sendRequestedCode(dependencies, sql, mail)
      await audit(dependencies, sql, { user, action: 'user_recovery_requested' })
    })
    dependencies.mailer.deliver()
  } else await skipEmailCode(dependencies, email)
  return request.json({})
}
