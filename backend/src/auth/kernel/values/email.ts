import { errors } from '../../errors.ts'
import type { AuthSettings } from '../../settings.ts'

/** The pattern of HTML's `<input type="email">`. No dot is required: `root@localhost` is valid. */
const HTML_EMAIL =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i
const LONGEST = 255

/** Returns true for an email address that can be stored once it is in lower case. */
export function isEmail(text: string): boolean {
  return text.length <= LONGEST && HTML_EMAIL.test(text)
}

/** Parses an email address to lower case. Throws the errors of (auth 6.1). */
export function parseEmail(text: string | undefined, settings: AuthSettings): string {
  if (!text) throw errors.validation('An email address is required')
  if (text.length > LONGEST) throw errors.validation('An email address must not be longer than 255 characters')
  // Checked before lower-casing, which turns the Kelvin sign into a plain k.
  if (!HTML_EMAIL.test(text)) throw errors.validation('Unable to validate email address: invalid format')
  const email = text.toLowerCase()
  requireAuthorized(email, settings.emailAuthorizedAddresses)
  return email
}

function requireAuthorized(email: string, authorized: string[]): void {
  if (authorized.length === 0) return
  const withoutLabel = email.replace(/\+[^@]*@/, '@')
  if (!authorized.some((address) => address.toLowerCase() === withoutLabel)) throw errors.emailNotAuthorized()
}
