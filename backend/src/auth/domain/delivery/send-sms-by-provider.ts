import { errors } from '../../errors.ts'
import type { AuthDependencies } from '../../kernel/dependencies.ts'
import { SMS_PROVIDERS, type SmsMessage, toBasic } from './sms-providers.ts'

/**
 * Requests to the provider at once, from this process. Each holds a transaction open, so that a provider that does not answer
 * must not take all connections to the database.
 */
const MAX_AT_ONCE = 4
let underWay = 0

type Dependencies = Pick<AuthDependencies, 'settings' | 'log'>

/**
 * Hands a message to the provider of the settings and gives its id. Throws `sms_send_failed` when the provider refuses it. What
 * the provider says is not logged: it repeats the number.
 */
export async function sendOverNetwork(
  { settings, log }: Dependencies,
  name: keyof typeof SMS_PROVIDERS,
  message: SmsMessage,
): Promise<string> {
  const provider = SMS_PROVIDERS[name]
  const { path, headers, body } = provider.toRequest(message, settings)
  const { status, answer } = await post({ settings, log }, `${settings.smsEndpoint ?? provider.base}${path}`, {
    headers,
    body,
  })
  const id = status < 300 ? provider.readId(answer) : undefined
  if (id !== undefined) return id
  log.warn('The SMS provider refused a message', { provider: name, status, reason: readReason(answer) })
  throw errors.smsSendFailed()
}

/** Whether Twilio Verify, which makes codes itself, takes this one. */
export async function isCodeOfTwilio({ settings, log }: Dependencies, phone: string, code: string): Promise<boolean> {
  const base = settings.smsEndpoint ?? SMS_PROVIDERS.twilio_verify.base
  const url = `${base}/v2/Services/${encodeURIComponent(settings.twilioService)}/VerificationCheck`
  const { status, answer } = await post({ settings, log }, url, {
    headers: { authorization: toBasic(settings.twilioAccount, settings.twilioToken) },
    body: new URLSearchParams({ To: `+${phone}`, Code: code }),
  })
  const isApproved = typeof answer === 'object' && answer !== null && 'status' in answer && answer.status === 'approved'
  return status < 300 && isApproved
}

async function post(
  { settings, log }: Dependencies,
  url: string,
  { headers, body }: { headers: Record<string, string> | undefined; body: URLSearchParams | string },
): Promise<{ status: number; answer: unknown }> {
  if (underWay >= MAX_AT_ONCE) throw errors.overSmsRate()
  underWay += 1
  try {
    const signal = AbortSignal.timeout(settings.smsTimeoutMs)
    const response = await fetch(url, {
      method: 'POST',
      body,
      signal,
      redirect: 'error',
      ...(headers ? { headers } : {}),
    })
    if (response.status >= 500) throw new Error(`The provider answered ${response.status}.`)
    return { status: response.status, answer: await response.json().catch(() => undefined) }
  } catch (error) {
    log.error('The SMS provider cannot be reached', { reason: error instanceof Error ? error.name : 'unknown' })
    throw errors.smsUnreachable()
  } finally {
    underWay -= 1
  }
}

/** The provider's number for what is wrong, where it gives one. */
function readReason(answer: unknown): number | string | undefined {
  const code = typeof answer === 'object' && answer !== null && 'code' in answer ? answer.code : undefined
  return typeof code === 'number' ? code : undefined
}
