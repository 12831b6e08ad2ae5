import { errors } from '../../errors.ts'
import type { AuthSettings } from '../../settings.ts'

/** The number as stored: digits only, without the leading plus. Contract §6.1. */
export function parsePhone(text: string): string {
  const phone = text.replace(/^\+/, '').replaceAll(' ', '')
  if (!/^[1-9][0-9]{1,14}$/.test(phone)) throw errors.validation('Invalid phone number format (E.164 required)')
  return phone
}

/** The way of a code to a phone. */
export type SmsChannel = 'sms' | 'whatsapp'

/** The channel of a request, SMS when it names none. WhatsApp needs Twilio. Contract §6.1. */
export function parseChannel(text: string | undefined, { smsProvider }: Pick<AuthSettings, 'smsProvider'>): SmsChannel {
  if (!text || text === 'sms') return 'sms'
  const hasWhatsapp = smsProvider === 'twilio' || smsProvider === 'twilio_verify'
  if (text === 'whatsapp' && hasWhatsapp) return 'whatsapp'
  const supported = hasWhatsapp ? '"sms" and "whatsapp"' : '"sms"'
  throw errors.validation(`Invalid channel, supported values are ${supported}`)
}
