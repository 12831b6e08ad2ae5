import { FACTOR_SETTINGS } from './factor-settings.ts'
import { MAIL_SETTINGS } from './mail-settings.ts'
import { parseSettings } from './setting.ts'
import { SMS_SETTINGS } from './sms-settings.ts'

const DEFAULT_DIGITS = 6

/** The number of digits of the codes that are sent by email, by SMS to sign in, and by SMS as a second factor. */
export interface CodeLengths {
  email: number
  phone: number
  factor: number
}

/** Returns a number of digits that codes may have: the given one from 6 to 10, otherwise 6. */
export function toDigits(digits: number): number {
  return digits >= DEFAULT_DIGITS && digits <= 10 ? digits : DEFAULT_DIGITS
}

/**
 * Returns the lengths of codes, which forms show, or undefined if all have six digits. Throws an error with a line for
 * each invalid variable.
 */
export function readCodeLengths(environment: Record<string, string | undefined>): CodeLengths | undefined {
  const table = {
    email: MAIL_SETTINGS.mailerOtpLength,
    phone: SMS_SETTINGS.smsOtpLength,
    factor: FACTOR_SETTINGS.mfaPhoneOtpLength,
  }
  const wrong: string[] = []
  const { email, phone, factor } = parseSettings(table, environment, wrong)
  if (wrong.length > 0) throw new Error(`Invalid settings:\n${wrong.join('\n')}`)
  const lengths = { email: toDigits(email), phone: toDigits(phone), factor: toDigits(factor) }
  return Object.values(lengths).some((length) => length !== DEFAULT_DIGITS) ? lengths : undefined
}
