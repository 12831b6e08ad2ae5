import { errors } from '../../errors.ts'
import type { AuthDependencies, Statements } from '../../kernel/dependencies.ts'
import type { Pkce } from '../../kernel/values/pkce.ts'
import { createFlowState } from '../../tables/flow-states.ts'
import { setToken, type TokenType } from '../../tables/one-time-tokens.ts'
import { countSentMessage, getSendWaitSeconds } from '../../tables/rate-limits.ts'
import type { UserRow } from '../../tables/user-row.ts'
import { lockUser, updateUser } from '../../tables/users.ts'
import { composeMail, type MailKind } from '../delivery/messages.ts'
import { isReachableDomain } from '../delivery/reachable-domain.ts'
import { composeHookMail } from '../delivery/send-by-hook.ts'
import { hasHook } from '../hooks/call-hook.ts'
import { createCode, hashCode, PKCE_PREFIX } from './one-time-code.ts'

type SentAt = 'confirmation_sent_at' | 'recovery_sent_at' | 'email_change_sent_at' | 'reauthentication_sent_at'

interface CodeKind {
  tokenType: TokenType
  sentAt: SentAt
  /** The authentication method of the PKCE flow that the code ends. */
  flowMethod: string
}

const KINDS: Record<MailKind, CodeKind> = {
  signup: { tokenType: 'confirmation_token', sentAt: 'confirmation_sent_at', flowMethod: 'email/signup' },
  invite: { tokenType: 'confirmation_token', sentAt: 'confirmation_sent_at', flowMethod: 'invite' },
  recovery: { tokenType: 'recovery_token', sentAt: 'recovery_sent_at', flowMethod: 'recovery' },
  magiclink: { tokenType: 'recovery_token', sentAt: 'recovery_sent_at', flowMethod: 'magiclink' },
  email_change_current: {
    tokenType: 'email_change_token_current',
    sentAt: 'email_change_sent_at',
    flowMethod: 'email_change',
  },
  email_change_new: { tokenType: 'email_change_token_new', sentAt: 'email_change_sent_at', flowMethod: 'email_change' },
  reauthentication: { tokenType: 'reauthentication_token', sentAt: 'reauthentication_sent_at', flowMethod: '' },
}

export interface CodeRequest {
  user: UserRow
  kind: MailKind
  recipient: string
  redirectTo: string
  pkce?: Pkce | undefined
  newEmail?: string
}

/** Creates a code for an account, replaces the previous one of this kind, and stores its hash. */
export async function createOneTimeCode(
  dependencies: AuthDependencies,
  sql: Statements,
  { user, kind, recipient, pkce }: CodeRequest,
  toHash = (address: string, code: string) => hashCode(dependencies, address, code),
): Promise<{ code: string; hash: string }> {
  const { tokenType, sentAt, flowMethod } = KINDS[kind]
  const now = dependencies.now()
  const code = createCode(dependencies.settings.mailerOtpLength)
  const hash = `${pkce ? PKCE_PREFIX : ''}${toHash(recipient, code)}`
  await setToken(sql, { userId: user.id, type: tokenType, hash, relatesTo: recipient, now })
  await updateUser(sql, user.id, { [sentAt]: now }, now)
  if (pkce) await createFlowState(sql, { userId: user.id, method: flowMethod, pkce, now })
  return { code, hash }
}

/**
 * Creates a code and emails it. Throws when the last email of this kind is too recent or the service has sent too many.
 */
export async function sendEmailCode(
  dependencies: AuthDependencies,
  sql: Statements,
  request: CodeRequest,
): Promise<void> {
  await requireMailFrequency(dependencies, sql, request)
  await sendEmailCodes(dependencies, sql, [request])
}

/**
 * Like {@link sendEmailCode}, for the codes of one occasion, when the caller has already checked the frequency. All
 * codes belong to one account and lead to one target.
 */
export async function sendEmailCodes(
  dependencies: AuthDependencies,
  sql: Statements,
  requests: CodeRequest[],
): Promise<void> {
  const letters = []
  for (const request of requests) {
    await requireReachable(dependencies, request.recipient)
    await requireMailRate(dependencies, sql)
    letters.push({ ...request, ...(await createOneTimeCode(dependencies, sql, request)) })
  }
  const [first] = letters
  if (first && hasHook(dependencies, 'send-email')) {
    const { user, redirectTo, recipient } = first
    const input = await composeHookMail(dependencies, sql, { userId: user.id, redirectTo, letters })
    await dependencies.mailer.enqueueForHook(sql, { recipient, input, clientIp: dependencies.client.ip })
    return
  }
  for (const letter of letters) await dependencies.mailer.enqueue(sql, await composeMail(letter, dependencies.settings))
}

/**
 * Throws when the last email of this kind to the account is too recent (auth 6.7). The account is locked and read
 * again, so that only one of several concurrent requests may send.
 */
export async function requireMailFrequency(
  { settings, now }: AuthDependencies,
  sql: Statements,
  { user, kind }: Pick<CodeRequest, 'user' | 'kind'>,
): Promise<void> {
  const sentAt = (await lockUser(sql, user.id))?.[KINDS[kind].sentAt]
  if (!sentAt) return
  const waitMs = sentAt.getTime() + settings.smtpMaxFrequencyMs - now().getTime()
  if (waitMs > 0) throw errors.tooSoonForMail(Math.ceil(waitMs / 1_000))
}

/**
 * Like {@link sendEmailCode}, for an address that the client names. Its frequency is limited by address, before the
 * look-up of the account, unless accounts may be revealed.
 */
export async function sendRequestedCode(
  dependencies: AuthDependencies,
  sql: Statements,
  request: CodeRequest,
): Promise<void> {
  if (dependencies.settings.revealsAccounts) await requireMailFrequency(dependencies, sql, request)
  await sendEmailCodes(dependencies, sql, [request])
}

/**
 * Runs the same checks and counters for an unknown address as sending a code does, so that neither the response nor the
 * service-wide limit reveals that there is no account.
 */
export async function skipEmailCode(dependencies: AuthDependencies, recipient: string): Promise<void> {
  if (dependencies.settings.revealsAccounts) return
  await requireReachable(dependencies, recipient)
  await requireMailRate(dependencies, dependencies.sql)
}

async function requireReachable({ settings }: AuthDependencies, email: string): Promise<void> {
  const domain = email.slice(email.lastIndexOf('@') + 1)
  if (settings.mailerChecksDomain && !(await isReachableDomain(domain, settings.mailerDnsServers)))
    throw errors.emailInvalid(email)
}

async function requireMailRate({ settings, now }: AuthDependencies, sql: Statements): Promise<void> {
  if (settings.mailerAutoconfirm) return
  const rate = settings.rateLimitEmailSent
  const isWithin = await countSentMessage(sql, 'email_sent', rate, now())
  if (!isWithin) throw errors.overEmailRate(getSendWaitSeconds(rate, now()))
}
