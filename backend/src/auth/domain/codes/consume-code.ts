import { errors } from '../../errors.ts'
import type { AuthDependencies, Statements } from '../../kernel/dependencies.ts'
import { clearAllTokens, clearToken, findUserByToken, type TokenType } from '../../tables/one-time-tokens.ts'
import type { UserRow } from '../../tables/user-row.ts'
import {
  findUserByEmail,
  findUserByPhone,
  listUsersByNewEmail,
  listUsersByNewPhone,
  lockUser,
  updateUser,
} from '../../tables/users.ts'
import { audit } from '../accounts/audit.ts'
import { confirmEmail, confirmPhone, removeOtherAccess, setEmail, setPhone } from '../accounts/confirm-account.ts'
import { getUser, isBanned } from '../accounts/get-user.ts'
import { hashRandomPassword } from '../passwords/password-hash.ts'
import { isSmsCode } from './is-sms-code.ts'
import { isCodeOf } from './one-time-code.ts'

/** The verification types of /verify, and the tokens that each accepts. */
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

/** A code that matched an account. */
export interface FoundCode {
  userId: string
  type: TokenType
  hash: string
}

/** The outcome: an account that is verified now, or the first of two required confirmations. */
export type Consumed = { kind: 'done'; user: UserRow; type: TokenType } | { kind: 'first of two' }

/** Finds the code with the hash in a link. Throws when there is none. */
export async function getCodeByHash(dependencies: AuthDependencies, hash: string, type: string): Promise<FoundCode> {
  const found = await findUserByToken(dependencies.sql, hash, VERIFY_TYPES[type] ?? [])
  if (!found) throw errors.linkExpired()
  return { userId: found.user.id, type: found.type, hash }
}

/** Finds the code that was typed for an address. Throws when it is wrong. */
export async function getCodeByAddress(
  dependencies: AuthDependencies,
  { email, code, type, audience }: { email: string; code: string; type: string; audience: string },
): Promise<FoundCode> {
  const holders = [await findUserByEmail(dependencies.sql, email, audience)]
  if (type === 'email_change') holders.push(...(await listUsersByNewEmail(dependencies.sql, email, audience)))
  for (const user of holders) {
    for (const tokenType of VERIFY_TYPES[type] ?? []) {
      const hash = user?.[tokenType] ?? ''
      const isMatch = isCodeOf(dependencies, hash, { address: email, code })
      if (user && isMatch) return { userId: user.id, type: tokenType, hash }
    }
  }
  throw errors.codeExpired()
}

/**
 * Finds the code that was typed for a phone number; during a change of number, that is the new one. Several accounts
 * may change to one number, and each has its own code. Throws when the code is wrong.
 */
export async function getCodeByPhone(
  dependencies: AuthDependencies,
  { phone, code, type, audience }: { phone: string; code: string; type: string; audience: string },
): Promise<FoundCode> {
  const isChange = type === 'phone_change'
  const tokenType = isChange ? 'phone_change_token' : 'confirmation_token'
  const holders = isChange
    ? await listUsersByNewPhone(dependencies.sql, phone, audience)
    : [await findUserByPhone(dependencies.sql, phone, audience)]
  const waiting = holders.flatMap((user) => (user && !isExpired(dependencies, user, tokenType, type) ? [user] : []))
  // Twilio Verify has one code per number, and counts the checks of it.
  const isOfNumber = dependencies.settings.smsProvider === 'twilio_verify'
  for (const user of isOfNumber ? waiting.slice(0, 1) : waiting) {
    const hash = user[tokenType] ?? ''
    if (await isSmsCode(dependencies, { phone, code, hash })) return { userId: user.id, type: tokenType, hash }
  }
  throw errors.codeExpired()
}

/**
 * Consumes a code and applies its effect. The account is locked, so that only one of several requests with the same
 * code succeeds, in any process. `expired` is the error for codes that are used or too old.
 */
export async function consumeCode(
  dependencies: AuthDependencies,
  sql: Statements,
  code: FoundCode,
  { type, expired }: { type: string; expired: () => Error },
): Promise<Consumed> {
  const user = await lockUser(sql, code.userId)
  if (!user || user[code.type] !== code.hash || isExpired(dependencies, user, code.type, type)) throw expired()
  if (isBanned(user, dependencies)) throw errors.banned()
  if (code.type === 'email_change_token_current' || code.type === 'email_change_token_new') {
    if (await isFirstOfTwo(dependencies, sql, user, code.type)) return { kind: 'first of two' }
    await setEmail(dependencies, sql, user, user.email_change ?? '')
  } else if (code.type === 'phone_change_token') {
    await setPhone(dependencies, sql, user, user.phone_change ?? '')
  } else if (type === 'sms') {
    await confirmPhoneAccount(dependencies, sql, user)
  } else if (user.email_confirmed_at === null) {
    await confirmAccount(dependencies, sql, user, { type, tokenType: code.type })
  } else {
    await clearAllTokens(sql, user.id)
  }
  return { kind: 'done', user: await getUser(sql, user.id), type: code.type }
}

async function confirmAccount(
  dependencies: AuthDependencies,
  sql: Statements,
  user: UserRow,
  { type, tokenType }: { type: string; tokenType: TokenType },
): Promise<void> {
  const isForOwner = tokenType === 'recovery_token' || user.invited_at !== null || user.is_contested
  if (isForOwner) await removeOtherAccess(dependencies, sql, user)
  // An operator may have set the password together with a link of type signup.
  const isUnproven = isForOwner && (type !== 'signup' || user.is_contested)
  if (!user.encrypted_password || isUnproven) {
    await updateUser(sql, user.id, { encrypted_password: await hashRandomPassword() }, dependencies.now())
  }
  await confirmEmail(dependencies, sql, user)
  const action = type === 'invite' ? 'invite_accepted' : 'user_signedup'
  await audit(dependencies, sql, { user, action, traits: { provider: 'email' } })
}

async function confirmPhoneAccount(dependencies: AuthDependencies, sql: Statements, user: UserRow): Promise<void> {
  await confirmPhone(dependencies, sql, user)
  if (user.phone_confirmed_at) return
  await audit(dependencies, sql, { user, action: 'user_signedup', traits: { provider: 'phone' } })
}

/** Secure mode sends links to both addresses. The second confirmation, in either order, makes the change (auth 7.4). */
async function isFirstOfTwo(
  dependencies: AuthDependencies,
  sql: Statements,
  user: UserRow,
  type: TokenType,
): Promise<boolean> {
  const { secureEmailChange, mailerAutoconfirm } = dependencies.settings
  if (!secureEmailChange || mailerAutoconfirm) return false
  const other = type === 'email_change_token_new' ? user.email_change_token_current : user.email_change_token_new
  if (!other || user.email_change_confirm_status > 0) return false
  await clearToken(sql, user.id, type)
  await updateUser(sql, user.id, { email_change_confirm_status: 1 }, dependencies.now())
  return true
}

function isExpired({ settings, now }: AuthDependencies, user: UserRow, tokenType: TokenType, type: string): boolean {
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
