import type { AuthParts } from '../../kernel/dependencies.ts'
import { findTestCode } from '../delivery/fixed-codes.ts'
import { isCodeOfTwilio } from '../delivery/send-sms-by-provider.ts'
import { hasHook } from '../hooks/call-hook.ts'
import { isCodeOf } from './one-time-code.ts'

/** Whether a code is the one that was sent to a phone. Twilio Verify makes the codes itself and is asked. */
export async function isSmsCode(
  parts: AuthParts,
  { phone, code, hash }: { phone: string; code: string; hash: string },
): Promise<boolean> {
  if (hash === '') return false
  const isOurs = hasHook(parts, 'send-sms') || findTestCode(parts, phone) !== undefined
  if (parts.settings.smsProvider === 'twilio_verify' && !isOurs) return isCodeOfTwilio(parts, phone, code)
  return isCodeOf(parts, hash, { address: phone, code })
}
