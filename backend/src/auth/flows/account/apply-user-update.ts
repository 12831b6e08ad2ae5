import {
  audit,
  confirmEmail,
  confirmPhone,
  getUser,
  mergeMetadata,
  toTakenError,
} from '../../domain/accounts/create-account.ts'
import { sendEmailChange } from '../../domain/codes/send-email-change.ts'
import { sendSms } from '../../domain/codes/send-sms-code.ts'
import { errors } from '../../errors.ts'
import type { AuthParts, AuthRequest } from '../../kernel/dependencies.ts'
import type { Statements } from '../../kernel/statements.ts'
import type { Pkce } from '../../kernel/values/pkce.ts'
import type { SmsChannel } from '../../kernel/values/sms-channel.ts'
import { isSmallMetadata } from '../../requests/body.ts'
import { getClient } from '../../requests/request-client.ts'
import { deleteFlowStatesOfUser } from '../../tables/flow-states.ts'
import { upsertIdentity } from '../../tables/identities.ts'
import { clearAllTokens } from '../../tables/one-time-tokens.ts'
import { deleteOtherSessions } from '../../tables/sessions.ts'
import { lockUser, type UserRow, updateProviders, updateUser } from '../../tables/users.ts'

/** A change of one's own account, checked; undefined stays as it is. */
export interface UserUpdate {
  email: string | undefined
  phone: string | undefined
  /** How the code comes to a new phone. */
  channel: SmsChannel
  passwordHash: string | undefined
  data: Record<string, unknown> | undefined
  /** For members with an administrative role alone. */
  appMetadata: Record<string, unknown> | undefined
  pkce: Pkce | undefined
  redirectTo: string
}

/** Applies a change in one transaction. A new e-mail waits for its codes. Contract §7.6. */
export async function applyUserUpdate(request: AuthRequest, update: UserUpdate): Promise<UserRow> {
  const { parts, signedIn } = request.var
  const { id } = signedIn.user
  const { ip } = getClient(request)
  return parts.sql.begin(async (sql) => {
    await lockUser(sql, id)
    if (update.passwordHash) await setPassword(request, sql, update.passwordHash)
    if (update.data || update.appMetadata) await mergeIntoMetadata(parts, sql, id, update)
    const user = await getUser(sql, id)
    if (update.email) await changeEmail(request, sql, user, { ...update, email: update.email })
    if (update.phone) await changePhone(request, sql, user, { ...update, phone: update.phone })
    await audit(parts, sql, { user, action: 'user_modified', ip })
    return getUser(sql, id)
  })
}

async function mergeIntoMetadata(
  { now }: AuthParts,
  sql: Statements,
  id: string,
  { data, appMetadata }: UserUpdate,
): Promise<void> {
  const { raw_user_meta_data: user, raw_app_meta_data: app } = await getUser(sql, id)
  const metadata = mergeMetadata(user, data ?? {})
  if (data && !isSmallMetadata(metadata)) throw errors.validation('user_metadata must not be larger than 64 KiB')
  const change = {
    ...(data ? { raw_user_meta_data: metadata } : {}),
    ...(appMetadata ? { raw_app_meta_data: mergeMetadata(app, appMetadata) } : {}),
  }
  await updateUser(sql, id, change, now())
}

async function setPassword(request: AuthRequest, sql: Statements, passwordHash: string): Promise<void> {
  const { parts, signedIn } = request.var
  const { user, session } = signedIn
  await updateUser(sql, user.id, { encrypted_password: passwordHash }, parts.now())
  await clearAllTokens(sql, user.id)
  await deleteFlowStatesOfUser(sql, user.id)
  await deleteOtherSessions(sql, user.id, session?.id)
  await audit(parts, sql, { user, action: 'user_updated_password', ip: getClient(request).ip })
}

async function changeEmail(
  request: AuthRequest,
  sql: Statements,
  user: UserRow,
  { email, redirectTo, pkce }: UserUpdate & { email: string },
): Promise<void> {
  const { parts } = request.var
  if (user.is_anonymous && parts.settings.mailerAutoconfirm) {
    await setEmail(request, sql, user, email)
    return
  }
  await sendEmailChange(parts, sql, { user, newEmail: email, redirectTo, pkce })
}

async function changePhone(
  request: AuthRequest,
  sql: Statements,
  user: UserRow,
  { phone, channel }: { phone: string; channel: SmsChannel },
): Promise<void> {
  const { parts } = request.var
  if (parts.settings.smsAutoconfirm) {
    await setPhone(request, sql, user, phone)
    return
  }
  await updateUser(sql, user.id, { phone_change: phone }, parts.now())
  await sendSms(parts, sql, { user, kind: 'phone_change', phone, channel })
}

/** Makes a number the account's own, proved. */
export async function setPhone(request: AuthRequest, sql: Statements, user: UserRow, phone: string): Promise<void> {
  const { parts } = request.var
  const now = parts.now()
  await updateUser(sql, user.id, { phone, phone_change: '', is_anonymous: false }, now).catch((error: unknown) => {
    throw toTakenError(error) ?? error
  })
  const data = { sub: user.id, phone, phone_verified: true }
  await upsertIdentity(sql, { userId: user.id, providerId: user.id, provider: 'phone', data, now })
  await updateProviders(sql, user.id)
  await confirmPhone(parts, sql, await getUser(sql, user.id))
}

/** Makes an address the account's own, proved. */
export async function setEmail(request: AuthRequest, sql: Statements, user: UserRow, email: string): Promise<void> {
  const { parts } = request.var
  const now = parts.now()
  const change = { email, email_change: '', email_change_confirm_status: 0, is_anonymous: false }
  await updateUser(sql, user.id, change, now).catch((error: unknown) => {
    throw toTakenError(error) ?? error
  })
  const data = { sub: user.id, email, email_verified: true, phone_verified: false }
  await upsertIdentity(sql, { userId: user.id, providerId: user.id, provider: 'email', data, now })
  await updateProviders(sql, user.id)
  await confirmEmail(parts, sql, await getUser(sql, user.id))
}
