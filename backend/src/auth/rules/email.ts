import { errors } from '../errors.ts'
import type { AuthSettings } from '../settings.ts'

/** The pattern of HTML's `<input type="email">`, with a dot asked for nowhere: `root@localhost` is an address. */
const HTML_EMAIL =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/
const LONGEST = 255

/** The address in lower case, or the contract's error (§6.1). */
export function parseEmail(text: string | undefined, settings: AuthSettings): string {
  if (!text) throw errors.validation('An email address is required')
  if (text.length > LONGEST) throw errors.validation('An email address must not be longer than 255 characters')
  const email = text.toLowerCase()
  if (!HTML_EMAIL.test(email)) throw errors.validation('Unable to validate email address: invalid format')
  requireAuthorized(email, settings.emailAuthorizedAddresses)
  return email
}

function requireAuthorized(email: string, authorized: string[]): void {
  if (authorized.length === 0) return
  const withoutLabel = email.replace(/\+[^@]*@/, '@')
  if (!authorized.some((address) => address.toLowerCase() === withoutLabel)) throw errors.emailNotAuthorized()
}
