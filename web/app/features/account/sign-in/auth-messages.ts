import type { AuthError } from '@supabase/supabase-js'

/** What an account error means to the person at the form, by the service's stable codes. */
const MESSAGES: Record<string, string> = {
  invalid_credentials: 'This name and password do not belong together. Try again, or have a new password sent to you.',
  email_not_confirmed: 'Please open the link in the mail we sent you first. We can send it again.',
  user_already_exists: 'There is an account with this e-mail address already. Log in instead?',
  user_banned: 'This account is closed. Write to the people who run this site if you think that is wrong.',
  signup_disabled: 'This site takes no new members at the moment.',
  phone_exists: 'Another account has this phone number already.',
  email_exists: 'Another account has this e-mail address already.',
  phone_not_confirmed: 'Please type the code we texted you first. Log in by a code to get a new one.',
  phone_provider_disabled: 'This site does not use phone numbers to sign in.',
  email_provider_disabled: 'This site does not use e-mail addresses to sign in.',
  same_password: 'That is your present password. Please take a new one.',
  otp_expired: 'This link has been used or is too old. Ask for a new one below.',
  flow_state_expired: 'This link is too old. Ask for a new one below.',
  flow_state_not_found: 'This link has been used, or it was asked for in another browser. Ask for a new one below.',
  bad_code_verifier: 'This link was asked for in another browser. Open it there, or ask for a new one below.',
  over_email_send_rate_limit: 'We have just sent a mail there. Please wait a minute before you ask for another one.',
  over_request_rate_limit: 'That was a lot of tries. Please wait a few minutes.',
  over_sms_send_rate_limit:
    'We have just sent a text message there. Please wait a minute before you ask for another one.',
  sms_send_failed: 'The text message could not be sent. Please check the number, or take another way.',
  captcha_failed: 'We could not make sure that no program is at work. Please try once more.',
  mfa_verification_failed: 'This code is not right. Please look again.',
  mfa_challenge_expired: 'That took too long. Please ask for a new code.',
  mfa_factor_not_found: 'This second step is not there any more. Take another one.',
  mfa_factor_name_conflict: 'You have a second step of this name already. Please take another name.',
  mfa_verified_factor_exists: 'This phone is one of your second steps already.',
  too_many_enrolled_mfa_factors: 'You have as many second steps as one account can have. Remove one first.',
  mfa_totp_enroll_not_enabled: 'This site does not take authenticator apps. Another kind may do.',
  mfa_phone_enroll_not_enabled: 'This site does not text codes as a second step. Another kind may do.',
  mfa_webauthn_enroll_not_enabled: 'This site does not take keys as a second step. Another kind may do.',
  mfa_totp_verify_not_enabled: 'This site does not take authenticator apps at the moment.',
  mfa_phone_verify_not_enabled: 'This site does not text codes at the moment.',
  mfa_webauthn_verify_not_enabled: 'This site does not take keys at the moment.',
  mfa_ip_address_mismatch: 'Your connection has changed, or this was used already. Please begin again.',
  mfa_verification_rejected: 'This site did not let you in. Please sign in again.',
  insufficient_aal: 'Please confirm with your second step first: log out and in again.',
  user_sso_managed: 'Your organisation looks after this. Change it there.',
  sso_provider_not_found: 'Nobody has set up a sign-in for this organisation here.',
  provider_disabled: 'This site does not use that service any more.',
  provider_email_needs_verification: 'Please confirm your e-mail address first: we have sent you a mail.',
  identity_already_exists: 'That account is linked already, here or with another member.',
  identity_not_found: 'That account is not linked any more.',
  single_identity_not_deletable: 'This is your only way in. Add another one first.',
  email_conflict_identity_not_deletable:
    'Another account has the e-mail address that would be left. It cannot be removed.',
  manual_linking_disabled: 'This site does not link accounts with other services.',
  bad_oauth_state: 'That took too long, or it was begun in another browser. Please try again.',
  flow_state_already_used: 'That sign-in has been used already. Please begin again.',
  bad_oauth_callback: 'The other service did not finish. Please try again.',
  access_denied: 'The other service did not let you in, or you said no. Nothing has changed.',
  passkey_disabled: 'This site does not use passkeys.',
  too_many_passkeys: 'You have as many passkeys as one account can have. Remove one first.',
  webauthn_credential_exists: 'This device has a passkey for your account already.',
  webauthn_credential_not_found: 'This passkey is not known here. It may have been removed.',
  webauthn_verification_failed: 'This passkey does not open an account here. It may have been removed.',
  webauthn_challenge_expired: 'That took too long. Please try again.',
  webauthn_challenge_not_found: 'That took too long. Please try again.',
  web3_provider_disabled: 'This site does not use wallets.',
  reauthentication_needed: 'Please confirm that it is you first.',
  reauthentication_not_valid: 'This code is not right, or it is too old. Have another one sent.',
  current_password_required: 'Please give your present password too.',
  current_password_invalid: 'That is not your present password.',
  email_address_not_authorized: 'This site sends no mail to that address.',
  hook_timeout: 'This site is slow to answer. Please try again in a moment.',
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
