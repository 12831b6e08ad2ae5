import type { AuthDependencies } from '../../kernel/dependencies.ts'
import { findTestCode } from '../delivery/queue-sms.ts'
import { isCodeOfTwilio } from '../delivery/send-sms-by-provider.ts'
import { hasHook } from '../hooks/call-hook.ts'
import { isCodeOf } from './one-time-code.ts'

/** Checks a code that was sent to a phone. Twilio Verify creates and checks its own codes. */
export async function isSmsCode(
  dependencies: AuthDependencies,
  { phone, code, hash }: { phone: string; code: string; hash: string },
): Promise<boolean> {
  if (hash === '') return false
  const isOurs = hasHook(dependencies, 'send-sms') || findTestCode(dependencies, phone) !== undefined
  if (dependencies.settings.smsProvider === 'twilio_verify' && !isOurs) return isCodeOfTwilio(dependencies, phone, code)
  return isCodeOf(dependencies, hash, { address: phone, code })
}
