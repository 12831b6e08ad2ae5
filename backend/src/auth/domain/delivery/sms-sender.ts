import type { Log } from '../../../http/log.ts'
import type { Sql } from '../../../postgres/statements/sql.ts'
import type { SmsSender } from '../../kernel/dependencies.ts'
import type { AuthSettings } from '../../settings.ts'
import { claimQueuedSms, deleteExpiredSms, deleteQueuedSms, type QueuedSms } from '../../tables/sms-queue.ts'
import { hasHook } from '../hooks/call-hook.ts'
import { createBackgroundSender } from './background-sender.ts'
import { isRejection } from './is-rejection.ts'
import { sendSmsByHook } from './send-by-hook.ts'
import { sendOverNetwork } from './send-sms-by-provider.ts'

interface SmsSenderOptions {
  sql: Sql
  settings: AuthSettings
  log: Log
  now: () => Date
}

/** A slow provider delays the SMS of one lane only. */
const LANES = 4
const SWEEP_MS = 5_000
/** Added to the timeout of the provider, so that no other process retries an SMS under way. Covers hooks too. */
const LEASE_MS = 6_000

/** Creates a sender of queued SMS. Without a provider or hook, SMS stay in the outbox and the sender does nothing. */
export function createSmsSender(options: SmsSenderOptions): SmsSender {
  if (!isSmsSent(options)) return { deliver: () => {} }
  const { sql, settings, log, now } = options
  const sendNext = async () => {
    for (const id of await deleteExpiredSms(sql, now())) log.error('SMS not sent before its code expired', { id })
    const sms = await claimQueuedSms(sql, LEASE_MS + settings.smsTimeoutMs, now())
    if (sms) await send(options, sms)
    return sms !== undefined
  }
  return { deliver: createBackgroundSender({ sendNext, lanes: LANES, sweepMs: SWEEP_MS, log }) }
}

/** Returns true when a provider or a hook sends SMS. */
export function isSmsSent({ settings }: Pick<SmsSenderOptions, 'settings'>): boolean {
  return hasHook({ settings }, 'send-sms') || settings.smsProvider !== 'outbox'
}

async function send(options: SmsSenderOptions, sms: QueuedSms & { attempts: number }): Promise<void> {
  const { sql, log } = options
  const { id, attempts } = sms
  try {
    const providerId = await sendByHookOrProvider(options, sms)
    await deleteQueuedSms(sql, id)
    log.info('SMS sent', { id, ...(providerId ? { providerId } : {}) })
  } catch (error) {
    if (isRejection(error)) await deleteQueuedSms(sql, id)
    log.error(isRejection(error) ? 'SMS rejected' : 'SMS not sent', { id, attempts, error })
  }
}

/** Returns the provider's id of the message, if any. */
async function sendByHookOrProvider(options: SmsSenderOptions, sms: QueuedSms): Promise<string | undefined> {
  const { sql, settings } = options
  const { user_id: userId, phone, code, sms_type: smsType, client_ip: ip } = sms
  if (!hasHook(options, 'send-sms') && settings.smsProvider !== 'outbox')
    return sendOverNetwork(options, settings.smsProvider, sms)
  const message = { userId, phone, otp: code, ...(smsType ? { smsType } : {}) }
  await sendSmsByHook({ ...options, client: { ip, userAgent: '' } }, sql, message)
  return undefined
}
