import { toAdminActor } from '../../domain/accounts/audit.ts'
import { confirmEmail } from '../../domain/accounts/confirm-account.ts'
import { createAccount } from '../../domain/accounts/create-account.ts'
import { getUser } from '../../domain/accounts/get-user.ts'
import { toUserJson } from '../../domain/accounts/user-json.ts'
import { hashRandomPassword } from '../../domain/passwords/password-hash.ts'
import { errors } from '../../errors.ts'
import { readBody } from '../../requests/body.ts'
import type { AuthRequest } from '../../requests/context.ts'
import { getAudience } from '../../requests/request-client.ts'
import { createAuditEntry, toAuditEntry } from '../../tables/audit-log.ts'
import { setIdentityVerified } from '../../tables/identities.ts'
import type { UserRow } from '../../tables/user-row.ts'
import { updateProviders } from '../../tables/users.ts'
import { parseUserFields, UserBody, type UserFields } from './user-fields.ts'

/** POST /admin/users. Sends no email, skips the password policy, and ignores DISABLE_SIGNUP (auth 8). */
export async function createUser(request: AuthRequest): Promise<Response> {
  const { dependencies } = request.var
  const body = await readBody(request, UserBody)
  if (!body.email && !body.phone) throw errors.validation('Cannot create a user without either an email or phone')
  const fields = await parseUserFields(dependencies, body)
  const passwordHash = fields.passwordHash ?? (await hashRandomPassword())
  const user = await insert(request, body, { ...fields, passwordHash })
  return request.json(toUserJson(user))
}

async function insert(
  request: AuthRequest,
  body: UserBody,
  fields: UserFields & { passwordHash: string },
): Promise<UserRow> {
  const { dependencies, admin } = request.var
  const now = dependencies.now()
  return dependencies.sql.begin(async (sql) => {
    const user = await createAccount(dependencies, sql, {
      isByOperator: true,
      ...(fields.id ? { id: fields.id } : {}),
      ...(body.role ? { role: body.role } : {}),
      audience: body.aud || getAudience(request),
      email: fields.email ?? null,
      phone: fields.phone ?? null,
      passwordHash: fields.passwordHash,
      userMetadata: body.user_metadata ?? {},
      appMetadata: body.app_metadata ?? {},
      phoneConfirmedAt: fields.phone && body.phone_confirm ? now : null,
      bannedUntil: fields.bannedUntil ?? null,
    })
    // The operator's provider data takes precedence over that of the identities.
    if (!body.app_metadata?.provider) await updateProviders(sql, user.id)
    if (fields.email && body.email_confirm) await confirmEmail(dependencies, sql, user)
    if (fields.phone && body.phone_confirm) await setIdentityVerified(sql, user.id, 'phone', now)
    const entry = toAuditEntry(toAdminActor(admin.role), 'user_signedup', dependencies.client.ip, {
      user_id: user.id,
      user_email: user.email,
      user_phone: user.phone,
    })
    await createAuditEntry(sql, entry, now)
    return getUser(sql, user.id)
  })
}
