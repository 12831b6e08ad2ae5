import { errors } from '../../errors.ts'
import type { AuthDependencies } from '../../kernel/dependencies.ts'
import { SMS_PROVIDERS, type SmsMessage, toBasic } from './sms-providers.ts'

/**
 * The limit of concurrent checks in this process. Each holds a transaction open, so a slow provider must not occupy all
 * database connections.
 */
const MAX_CHECKS_AT_ONCE = 4
let checksUnderWay = 0

type Dependencies = Pick<AuthDependencies, 'settings' | 'log'>

/**
 * Sends a message through the configured provider and returns its message id. Throws `sms_send_failed` when the
 * provider rejects it. The provider's response is not logged, because it repeats the number.
 */
export async function sendOverNetwork(
  { settings, log }: Dependencies,
  name: keyof typeof SMS_PROVIDERS,
  message: SmsMessage,
): Promise<string> {
  const provider = SMS_PROVIDERS[name]
  const { path, headers, body } = provider.toRequest(message, settings)
  const { status, payload } = await post({ settings, log }, `${settings.smsEndpoint ?? provider.base}${path}`, {
    headers,
    body,
  })
  const id = status < 300 ? provider.readId(payload) : undefined
  if (id !== undefined) return id
  log.warn('The SMS provider rejected a message', { provider: name, status, reason: readReason(payload) })
  throw errors.smsSendFailed()
}

/** Asks Twilio Verify, which creates the codes itself, whether a code is correct. */
export async function isCodeOfTwilio({ settings, log }: Dependencies, phone: string, code: string): Promise<boolean> {
  if (checksUnderWay >= MAX_CHECKS_AT_ONCE) throw errors.overSmsRate(1)
  checksUnderWay += 1
  const base = settings.smsEndpoint ?? SMS_PROVIDERS.twilio_verify.base
  const url = `${base}/v2/Services/${encodeURIComponent(settings.twilioService)}/VerificationCheck`
  const { status, payload } = await post({ settings, log }, url, {
    headers: { authorization: toBasic(settings.twilioAccount, settings.twilioToken) },
    body: new URLSearchParams({ To: `+${phone}`, Code: code }),
  }).finally(() => {
    checksUnderWay -= 1
  })
  const isApproved =
    typeof payload === 'object' && payload !== null && 'status' in payload && payload.status === 'approved'
  return status < 300 && isApproved
}

async function post(
  { settings, log }: Dependencies,
  url: string,
  { headers, body }: { headers: Record<string, string> | undefined; body: URLSearchParams | string },
): Promise<{ status: number; payload: unknown }> {
  try {
    const signal = AbortSignal.timeout(settings.smsTimeoutMs)
    const response = await fetch(url, {
      method: 'POST',
      body,
      signal,
      redirect: 'error',
      ...(headers ? { headers } : {}),
    })
    if (response.status >= 500 || response.status === 429)
      throw new Error(`The provider responded with ${response.status}.`)
    return { status: response.status, payload: await response.json().catch(() => undefined) }
  } catch (error) {
    log.error('The SMS provider cannot be reached', { reason: error instanceof Error ? error.name : 'unknown' })
    throw errors.smsUnreachable()
  }
}

/** Returns the provider's error number, if any. */
function readReason(payload: unknown): number | string | undefined {
  const code = typeof payload === 'object' && payload !== null && 'code' in payload ? payload.code : undefined
  return typeof code === 'number' ? code : undefined
}
