import * as v from 'valibot'
import { EmailText, PHONE_SHAPE } from './sign-in-schema.ts'

/** What an account is known by: its e-mail address, or its phone number in E.164. */
export type SignInName = { email: string } | { phone: string }

/** What was read from a form: the name, or what is wrong with it. */
export type NamedSignIn = { name: SignInName; error?: undefined } | { name?: undefined; error: string }

/** Reads what was typed into "E-mail or phone". A number needs its country, since nobody here knows where the member is. */
export async function readSignInName(text: string): Promise<NamedSignIn> {
  if (PHONE_SHAPE.test(text.trim())) return readPhone(text)
  const email = v.safeParse(EmailText, text)
  return email.success ? { name: { email: email.output } } : { error: email.issues[0].message }
}

/** Reads a phone number as people write it; `00` in front counts as `+`. */
export async function readPhone(text: string): Promise<NamedSignIn> {
  // Its tables of numbers weigh more than the rest of the screen.
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/min')
  const number = parsePhoneNumberFromString(text.trim().replace(/^00/, '+'))
  if (!number) return { error: 'Please begin with + and the code of your country, as in +39 011 123 4567.' }
  if (!number.isPossible()) return { error: 'This number is too short or too long for its country. Please check it.' }
  return { name: { phone: number.number } }
}

/** The number as people of its country write it, with the country's code. */
export async function writePhone(phone: string): Promise<string> {
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/min')
  const number = parsePhoneNumberFromString(phone.startsWith('+') ? phone : `+${phone}`)
  return number?.formatInternational() ?? phone
}
