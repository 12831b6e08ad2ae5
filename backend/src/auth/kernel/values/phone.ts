import { errors } from '../../errors.ts'
import type { AuthSettings } from '../../settings.ts'

/** Parses a phone number to its stored form: digits only, without the leading plus (auth 6.1). */
export function parsePhone(text: string): string {
  const phone = text.replace(/^\+/, '').replaceAll(' ', '')
  if (!/^[1-9][0-9]{1,14}$/.test(phone)) throw errors.validation('Invalid phone number format (E.164 required)')
  return phone
}

/** The channel of a code: SMS or WhatsApp. */
export type SmsChannel = 'sms' | 'whatsapp'

/** Parses the channel of a request. The default is SMS. WhatsApp requires Twilio (auth 6.1). */
export function parseChannel(text: string | undefined, { smsProvider }: Pick<AuthSettings, 'smsProvider'>): SmsChannel {
  if (!text || text === 'sms') return 'sms'
  const hasWhatsapp = smsProvider === 'twilio' || smsProvider === 'twilio_verify'
  if (text === 'whatsapp' && hasWhatsapp) return 'whatsapp'
  const supported = hasWhatsapp ? '"sms" and "whatsapp"' : '"sms"'
  throw errors.validation(`Invalid channel, supported values are ${supported}`)
}
