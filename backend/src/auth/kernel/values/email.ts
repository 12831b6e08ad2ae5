import { errors } from '../../errors.ts'
import type { AuthSettings } from '../../settings.ts'

/** The pattern of HTML's `<input type="email">`, with a dot asked for nowhere: `root@localhost` is an address. */
const HTML_EMAIL =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i
const LONGEST = 255

/** Whether a text is an e-mail address that can be kept, once it is in lower case. */
export function isEmail(text: string): boolean {
  return text.length <= LONGEST && HTML_EMAIL.test(text)
}

/** The address in lower case, or the contract's error (§6.1). */
export function parseEmail(text: string | undefined, settings: AuthSettings): string {
  if (!text) throw errors.validation('An email address is required')
  if (text.length > LONGEST) throw errors.validation('An email address must not be longer than 255 characters')
  // Judged before it is made lower case, which turns the sign of Kelvin into a plain k.
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
