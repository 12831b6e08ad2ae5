import * as v from 'valibot'
import { EmailText, PHONE_SHAPE } from './sign-in-schema.ts'

/** The name an account signs in with: its email address, or its phone number in E.164. */
export type SignInName = { email: string } | { phone: string }

/** The result of reading a form: the name, or an error message. */
export type NamedSignIn = { name: SignInName; error?: undefined } | { name?: undefined; error: string }

/** Reads the field "Email or phone". A number needs its country code, since the member's country is unknown. */
export async function readSignInName(text: string): Promise<NamedSignIn> {
  if (PHONE_SHAPE.test(text.trim())) return readPhone(text)
  const email = v.safeParse(EmailText, text)
  return email.success ? { name: { email: email.output } } : { error: email.issues[0].message }
}

/** Parses a phone number as people write it; a leading `00` counts as `+`. */
export async function readPhone(text: string): Promise<NamedSignIn> {
  // Loaded on demand: its number tables are larger than the rest of the screen.
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/min')
  const number = parsePhoneNumberFromString(text.trim().replace(/^00/, '+'))
  if (!number) return { error: 'Start with + and your country code, such as +39 011 123 4567.' }
  if (!number.isPossible())
    return { error: 'This number is too short or too long for its country. Check it and try again.' }
  return { name: { phone: number.number } }
}

/** Formats a number the way its country writes it, with the country code. */
export async function writePhone(phone: string): Promise<string> {
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/min')
  const number = parsePhoneNumberFromString(phone.startsWith('+') ? phone : `+${phone}`)
  return number?.formatInternational() ?? phone
}
