import * as v from 'valibot'
import { toAdminActor } from '../../domain/accounts/audit.ts'
import { createAccount } from '../../domain/accounts/create-account.ts'
import { getUser } from '../../domain/accounts/get-user.ts'
import { toUserJson } from '../../domain/accounts/user-json.ts'
import { sendEmailCodes } from '../../domain/codes/send-email-code.ts'
import { hashRandomPassword } from '../../domain/passwords/password-hash.ts'
import { errors } from '../../errors.ts'
import type { Statements } from '../../kernel/dependencies.ts'
import { parseEmail } from '../../kernel/values/email.ts'
import { MemberData, readBody } from '../../requests/body.ts'
import type { AuthRequest } from '../../requests/context.ts'
import { chooseRedirect } from '../../requests/redirects.ts'
import { getAudience } from '../../requests/request-client.ts'
import { createAuditEntry, toAuditEntry } from '../../tables/audit-log.ts'
import type { UserRow } from '../../tables/user-row.ts'
import { findUserByEmail, markAsOperator, updateUser } from '../../tables/users.ts'

const Body = v.object({ email: v.optional(v.string(), ''), data: v.optional(MemberData, {}) })

/** POST /invite (auth 8). */
export async function invite(request: AuthRequest): Promise<Response> {
  const { dependencies } = request.var
  const { email: text, data } = await readBody(request, Body)
  const email = parseEmail(text, dependencies.settings)
  const user = await dependencies.sql.begin(async (sql) => {
    const invited = await getInvited(request, sql, email, data)
    const mail = { user: invited, kind: 'invite', recipient: email, redirectTo: chooseRedirect(request) } as const
    // Operators may repeat an invitation without delay. The pause between emails only protects against strangers.
    await sendEmailCodes(dependencies, sql, [mail])
    return getUser(sql, invited.id)
  })
  dependencies.mailer.deliver()
  return request.json(toUserJson(user))
}

/** Returns the account to invite: a new one, or an existing one that is not confirmed yet. */
export async function getInvited(
  request: AuthRequest,
  sql: Statements,
  email: string,
  data: Record<string, unknown>,
): Promise<UserRow> {
  const { dependencies, admin } = request.var
  const known = await findUserByEmail(sql, email, getAudience(request))
  if (known?.email_confirmed_at) throw errors.emailExists()
  const registration = { email, phone: null, passwordHash: null, userMetadata: data, audience: getAudience(request) }
  await markAsOperator(sql)
  const user = known ?? (await createAccount(dependencies, sql, registration))
  const now = dependencies.now()
  // A stranger may have signed up with this address and wait for its owner to confirm it.
  const hasUnprovenPassword = known?.encrypted_password && !dependencies.settings.allowUnverifiedEmail
  const password = hasUnprovenPassword ? { encrypted_password: await hashRandomPassword() } : {}
  await updateUser(sql, user.id, { invited_at: now, ...password }, now)
  const traits = { user_id: user.id, user_email: user.email }
  const entry = toAuditEntry(toAdminActor(admin.role), 'user_invited', dependencies.client.ip, traits)
  await createAuditEntry(sql, entry, now)
  return user
}
