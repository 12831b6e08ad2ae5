import { errors } from '../../errors.ts'
import { setEmail, setPhone } from '../../flows/account/apply-user-update.ts'
import type { AuthParts, AuthRequest } from '../../kernel/dependencies.ts'
import type { Statements } from '../../kernel/statements.ts'
import { isBanned } from '../../requests/guards.ts'
import { getClient } from '../../requests/request-client.ts'
import { clearAllTokens, clearToken, findUserByToken, type TokenType } from '../../tables/one-time-tokens.ts'
import {
  findUserByEmail,
  findUserByNewEmail,
  findUserByNewPhone,
  findUserByPhone,
  lockUser,
  type UserRow,
  updateUser,
} from '../../tables/users.ts'
import { audit, confirmEmail, confirmPhone, getUser } from '../accounts/create-account.ts'
import { hashRandomPassword } from '../passwords/password-hash.ts'
import { isSmsCode } from './is-sms-code.ts'
import { isCodeOf } from './one-time-code.ts'

/** The kinds of code that /verify takes, and the tokens each may be. */
export const VERIFY_TYPES: Record<string, TokenType[]> = {
  signup: ['confirmation_token'],
  invite: ['confirmation_token'],
  magiclink: ['recovery_token'],
  recovery: ['recovery_token'],
  email: ['confirmation_token', 'recovery_token'],
  email_change: ['email_change_token_current', 'email_change_token_new'],
  sms: ['confirmation_token'],
  phone_change: ['phone_change_token'],
}

/** A code that was found to be somebody's. */
export interface FoundCode {
  userId: string
  type: TokenType
  hash: string
}

/** Whether an account is signed in now, or the other of two links is still waited for. */
export type Consumed = { kind: 'done'; user: UserRow; type: TokenType } | { kind: 'first of two' }

/** The code behind the hash that a link carries. Throws when there is none. */
export async function getCodeByHash(parts: AuthParts, hash: string, type: string): Promise<FoundCode> {
  const found = await findUserByToken(parts.sql, hash, VERIFY_TYPES[type] ?? [])
  if (!found) throw errors.linkExpired()
  return { userId: found.user.id, type: found.type, hash }
}

/** The code that was typed for an address. Throws when it is not the one that was sent. */
export async function getCodeByAddress(
  parts: AuthParts,
  { email, code, type, audience }: { email: string; code: string; type: string; audience: string },
): Promise<FoundCode> {
  const holders = [await findUserByEmail(parts.sql, email, audience)]
  if (type === 'email_change') holders.push(await findUserByNewEmail(parts.sql, email, audience))
  for (const user of holders) {
    for (const tokenType of VERIFY_TYPES[type] ?? []) {
      const hash = user?.[tokenType] ?? ''
      const isMatch = isCodeOf(parts, hash, { address: email, code })
      if (user && isMatch) return { userId: user.id, type: tokenType, hash }
    }
  }
  throw errors.codeExpired()
}

/** The code that was typed for a phone number; for a change, the new number. Throws when it is not the one that was sent. */
export async function getCodeByPhone(
  parts: AuthParts,
  { phone, code, type, audience }: { phone: string; code: string; type: string; audience: string },
): Promise<FoundCode> {
  const isChange = type === 'phone_change'
  const user = await (isChange ? findUserByNewPhone : findUserByPhone)(parts.sql, phone, audience)
  const tokenType = isChange ? 'phone_change_token' : 'confirmation_token'
  const hash = user?.[tokenType] ?? ''
  if (!user || isExpired(parts, user, tokenType, type)) throw errors.codeExpired()
  if (!(await isSmsCode(parts, { phone, code, hash }))) throw errors.codeExpired()
  return { userId: user.id, type: tokenType, hash }
}

/**
 * Uses a code up and gives it its effect. The account is locked, so of two requests with one code, in any processes, one is
 * served and the other finds it used. `expired` is the error that fits the way the code came.
 */
export async function consumeCode(
  request: AuthRequest,
  sql: Statements,
  code: FoundCode,
  { type, expired }: { type: string; expired: () => Error },
): Promise<Consumed> {
  const { parts } = request.var
  const user = await lockUser(sql, code.userId)
  if (!user || user[code.type] !== code.hash || isExpired(parts, user, code.type, type)) throw expired()
  if (isBanned(user, parts)) throw errors.banned()
  if (code.type === 'email_change_token_current' || code.type === 'email_change_token_new') {
    if (await isFirstOfTwo(parts, sql, user, code.type)) return { kind: 'first of two' }
    await setEmail(request, sql, user, user.email_change ?? '')
  } else if (code.type === 'phone_change_token') {
    await setPhone(request, sql, user, user.phone_change ?? '')
  } else if (type === 'sms') {
    await confirmPhoneAccount(request, sql, user)
  } else if (user.email_confirmed_at === null) {
    await confirmAccount(request, sql, user, type)
  } else {
    await clearAllTokens(sql, user.id)
  }
  return { kind: 'done', user: await getUser(sql, user.id), type: code.type }
}

async function confirmAccount(request: AuthRequest, sql: Statements, user: UserRow, type: string): Promise<void> {
  const { parts } = request.var
  const { ip } = getClient(request)
  if (!user.encrypted_password) {
    await updateUser(sql, user.id, { encrypted_password: await hashRandomPassword() }, parts.now())
  }
  await confirmEmail(parts, sql, user)
  const action = type === 'invite' ? 'invite_accepted' : 'user_signedup'
  await audit(parts, sql, { user, action, ip, traits: { provider: 'email' } })
}

async function confirmPhoneAccount(request: AuthRequest, sql: Statements, user: UserRow): Promise<void> {
  const { parts } = request.var
  await confirmPhone(parts, sql, user)
  if (user.phone_confirmed_at) return
  await audit(parts, sql, { user, action: 'user_signedup', ip: getClient(request).ip, traits: { provider: 'phone' } })
}

/** In secure mode both addresses got a link; the change is made by the second, whichever it is. Contract §7.4. */
async function isFirstOfTwo(parts: AuthParts, sql: Statements, user: UserRow, type: TokenType): Promise<boolean> {
  const { secureEmailChange, mailerAutoconfirm } = parts.settings
  if (!secureEmailChange || mailerAutoconfirm) return false
  const other = type === 'email_change_token_new' ? user.email_change_token_current : user.email_change_token_new
  if (!other || user.email_change_confirm_status > 0) return false
  await clearToken(sql, user.id, type)
  await updateUser(sql, user.id, { email_change_confirm_status: 1 }, parts.now())
  return true
}

function isExpired({ settings, now }: AuthParts, user: UserRow, tokenType: TokenType, type: string): boolean {
  const sentAt = user[SENT_AT[tokenType]]?.getTime() ?? 0
  const isText = type === 'sms' || type === 'phone_change'
  return sentAt + (isText ? settings.smsOtpExpiryMs : settings.mailerOtpExpiryMs) < now().getTime()
}

const SENT_AT = {
  confirmation_token: 'confirmation_sent_at',
  recovery_token: 'recovery_sent_at',
  email_change_token_new: 'email_change_sent_at',
  email_change_token_current: 'email_change_sent_at',
  phone_change_token: 'phone_change_sent_at',
  reauthentication_token: 'reauthentication_sent_at',
} as const
