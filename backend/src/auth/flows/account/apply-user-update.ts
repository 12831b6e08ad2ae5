import { audit } from '../../domain/accounts/audit.ts'
import { setEmail, setPhone } from '../../domain/accounts/confirm-account.ts'
import { getUser } from '../../domain/accounts/get-user.ts'
import { sendEmailChange } from '../../domain/codes/send-email-change.ts'
import { sendSmsCode } from '../../domain/codes/send-sms-code.ts'
import { errors } from '../../errors.ts'
import type { AuthDependencies, Statements } from '../../kernel/dependencies.ts'
import { isSmallMetadata, mergeMetadata } from '../../kernel/values/metadata.ts'
import type { SmsChannel } from '../../kernel/values/phone.ts'
import type { Pkce } from '../../kernel/values/pkce.ts'
import type { AuthRequest } from '../../requests/context.ts'
import { deleteFlowStatesOfUser } from '../../tables/flow-states.ts'
import { clearAllTokens, clearToken } from '../../tables/one-time-tokens.ts'
import { deleteOtherSessions } from '../../tables/sessions.ts'
import type { UserRow } from '../../tables/user-row.ts'
import { lockUser, updateUser } from '../../tables/users.ts'

/** A validated update of the member's own account. Undefined leaves a field unchanged. */
export interface UserUpdate {
  email: string | undefined
  /** True for the current email, or an empty one when there is none: cancels a pending change. */
  keepsEmail: boolean
  phone: string | undefined
  /** Like {@link keepsEmail}. */
  keepsPhone: boolean
  /** The channel of the code for a new phone. */
  channel: SmsChannel
  passwordHash: string | undefined
  data: Record<string, unknown> | undefined
  /** Only for members with an administrative role. */
  appMetadata: Record<string, unknown> | undefined
  pkce: Pkce | undefined
  redirectTo: string
}

/** Applies an update in one transaction. A new email waits for its codes (auth 7.6). */
export async function applyUserUpdate(request: AuthRequest, update: UserUpdate): Promise<UserRow> {
  const { dependencies, signedIn } = request.var
  const { id } = signedIn.user
  return dependencies.sql.begin(async (sql) => {
    await lockUser(sql, id)
    if (update.passwordHash) await setPassword(request, sql, update.passwordHash)
    if (update.data || update.appMetadata) await mergeIntoMetadata(dependencies, sql, id, update)
    const user = await getUser(sql, id)
    if (update.keepsEmail && user.email_change) await cancelEmailChange(dependencies, sql, id)
    if (update.keepsPhone && user.phone_change) await cancelPhoneChange(dependencies, sql, id)
    if (update.email) await updateEmail(request, sql, user, { ...update, email: update.email })
    if (update.phone) await updatePhone(request, sql, user, { ...update, phone: update.phone })
    await audit(dependencies, sql, { user, action: 'user_modified' })
    return getUser(sql, id)
  })
}

async function mergeIntoMetadata(
  { now }: AuthDependencies,
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
  const { dependencies, signedIn } = request.var
  const { user, session } = signedIn
  await updateUser(sql, user.id, { encrypted_password: passwordHash }, dependencies.now())
  await clearAllTokens(sql, user.id)
  await deleteFlowStatesOfUser(sql, user.id)
  await deleteOtherSessions(sql, user.id, session?.id)
  await audit(dependencies, sql, { user, action: 'user_updated_password' })
}

async function updateEmail(
  request: AuthRequest,
  sql: Statements,
  user: UserRow,
  { email, redirectTo, pkce }: UserUpdate & { email: string },
): Promise<void> {
  const { dependencies } = request.var
  if (user.is_anonymous && dependencies.settings.mailerAutoconfirm) {
    await setEmail(dependencies, sql, user, email)
    return
  }
  await sendEmailChange(dependencies, sql, { user, newEmail: email, redirectTo, pkce })
}

async function cancelEmailChange({ now }: AuthDependencies, sql: Statements, id: string): Promise<void> {
  await updateUser(sql, id, { email_change: '', email_change_confirm_status: 0 }, now())
  await clearToken(sql, id, 'email_change_token_new')
  await clearToken(sql, id, 'email_change_token_current')
}

async function cancelPhoneChange({ now }: AuthDependencies, sql: Statements, id: string): Promise<void> {
  await updateUser(sql, id, { phone_change: '' }, now())
  await clearToken(sql, id, 'phone_change_token')
}

async function updatePhone(
  request: AuthRequest,
  sql: Statements,
  user: UserRow,
  { phone, channel }: { phone: string; channel: SmsChannel },
): Promise<void> {
  const { dependencies } = request.var
  if (dependencies.settings.smsAutoconfirm) {
    await setPhone(dependencies, sql, user, phone)
    return
  }
  await updateUser(sql, user.id, { phone_change: phone }, dependencies.now())
  await sendSmsCode(dependencies, sql, { user, kind: 'phone_change', phone, channel })
}
