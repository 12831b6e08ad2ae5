import * as v from 'valibot'
import { audit } from '../../domain/accounts/create-account.ts'
import { sendCode } from '../../domain/codes/send-email-code.ts'
import { errors } from '../../errors.ts'
import type { AuthRequest } from '../../kernel/dependencies.ts'
import { parseEmail } from '../../kernel/values/email.ts'
import { parsePkce } from '../../kernel/values/pkce.ts'
import { chooseRedirect } from '../../kernel/values/redirect.ts'
import { PkceEntries, readBody } from '../../requests/body.ts'
import { getAudience, getClient } from '../../requests/request-client.ts'
import { findUserByEmail } from '../../tables/users.ts'

const Body = v.object({ email: v.optional(v.string(), ''), ...PkceEntries })

/** POST /recover. The answer is the same whether there is an account or not. Contract §7.5. */
export async function recover(request: AuthRequest): Promise<Response> {
  const { parts } = request.var
  const body = await readBody(request, Body)
  if (!parts.settings.emailEnabled) throw errors.emailDisabled()
  if (!body.email) throw errors.validation('Password recovery requires an email')
  const pkce = parsePkce(body)
  const email = parseEmail(body.email, parts.settings)
  const user = await findUserByEmail(parts.sql, email, getAudience(request))
  if (user) {
    await parts.sql.begin(async (sql) => {
      await sendCode(parts, sql, {
        user,
        kind: 'recovery',
        recipient: email,
        redirectTo: chooseRedirect(request),
        pkce,
      })
      await audit(parts, sql, { user, action: 'user_recovery_requested', ip: getClient(request).ip })
    })
    parts.mailer.deliver()
  }
  return request.json({})
}
