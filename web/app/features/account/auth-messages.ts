import type { AuthError } from '@supabase/supabase-js'

/** What an account error means to the person at the form, by the service's stable codes. */
const MESSAGES: Record<string, string> = {
  invalid_credentials:
    'This e-mail address and password do not belong together. Try again, or have a new password sent to you.',
  email_not_confirmed: 'Please open the link in the mail we sent you first. We can send it again.',
  user_already_exists: 'There is an account with this e-mail address already. Log in instead?',
  user_banned: 'This account is closed. Write to the people who run this site if you think that is wrong.',
  signup_disabled: 'This site takes no new members at the moment.',
  email_provider_disabled: 'This site does not use e-mail addresses to sign in.',
  same_password: 'That is your present password. Please take a new one.',
  otp_expired: 'This link has been used or is too old. Ask for a new one below.',
  flow_state_expired: 'This link is too old. Ask for a new one below.',
  flow_state_not_found: 'This link has been used, or it was asked for in another browser. Ask for a new one below.',
  bad_code_verifier: 'This link was asked for in another browser. Open it there, or ask for a new one below.',
  over_email_send_rate_limit: 'We have just sent a mail there. Please wait a minute before you ask for another one.',
  over_request_rate_limit: 'That was a lot of tries. Please wait a few minutes.',
  email_address_invalid: 'Mail cannot be sent to this address. Please check it.',
}

const UNREACHED = 'That did not reach us. Nothing is lost; try again in a moment.'

/** The sentence for an account error. A weak password brings its own, which tells what is missing. */
export function describeAuthError(error: AuthError): string {
  if (error.code === 'weak_password') return error.message
  const known = error.code ? MESSAGES[error.code] : undefined
  if (known) return known
  return error.status !== undefined && error.status >= 400 && error.status < 500 ? error.message : UNREACHED
}

/** The sentence for a mailed link that failed. The code stands in an address that anybody may write, so only ours are shown. */
export function describeLinkFailure(code: string): string {
  return (
    (Object.hasOwn(MESSAGES, code) ? MESSAGES[code] : undefined) ??
    'This link could not be used. Ask for a new one below.'
  )
}
