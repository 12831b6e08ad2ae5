import { errors } from '../../errors.ts'

/** The number as stored: digits only, without the leading plus. Contract §6.1. */
export function parsePhone(text: string): string {
  const phone = text.replace(/^\+/, '').replaceAll(' ', '')
  if (!/^[1-9][0-9]{1,14}$/.test(phone)) throw errors.validation('Invalid phone number format (E.164 required)')
  return phone
}
