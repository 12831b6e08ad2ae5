import type { AuthError } from '@supabase/supabase-js'
import type { SignInName } from './sign-in-name.ts'

// The failed attempt has used up the link. A link that confirms an email address has still confirmed it.
const OTHER_BROWSER =
  'You requested this link in another browser, so it cannot sign you in here. Sign in below, or request a new link.'

/** Error messages for the person at the form, by the stable error codes of the auth service. */
const MESSAGES: Record<string, string> = {
  invalid_credentials: 'Wrong email address or password. Try again, or reset your password.',
  email_not_confirmed: 'Confirm your email address first: open the link we sent you.',
  user_already_exists: 'There is already an account with this email address. Sign in instead?',
  user_banned: 'This account is suspended. If you think this is a mistake, contact the people who run this site.',
  session_not_found: 'Your session has ended. Sign in again.',
  signup_disabled: 'This site does not accept new members at the moment.',
  phone_exists: 'Another account already uses this phone number.',
  email_exists: 'Another account already uses this email address.',
  phone_not_confirmed: 'Confirm your phone number first, with the code we texted you.',
  phone_provider_disabled: 'This site does not use phone numbers to sign in.',
  email_provider_disabled: 'This site does not use email addresses to sign in.',
  same_password: 'That is your current password. Choose a new one.',
  otp_expired: 'This link has expired or was already used. Request a new one below.',
  flow_state_expired: 'This link has expired. Request a new one below.',
  flow_state_not_found: 'This link was already used, or was requested in another browser. Request a new one below.',
  bad_code_verifier: OTHER_BROWSER,
  // The client's own error, when the browser has no verifier for the code.
  pkce_code_verifier_not_found: OTHER_BROWSER,
  over_email_send_rate_limit: 'We have just sent you an email. Wait a minute before you request another one.',
  over_request_rate_limit: 'Too many attempts. Wait a few minutes, then try again.',
  over_sms_send_rate_limit: 'We have just sent you a text message. Wait a minute before you request another one.',
  sms_send_failed: 'The text message could not be sent. Check the number, or choose another way to sign in.',
  captcha_failed: 'The captcha check failed. It needs JavaScript. Try again.',
  mfa_verification_failed: 'This code is wrong. Check it and try again.',
  mfa_challenge_expired: 'This code has expired. Request a new one.',
  mfa_factor_not_found: 'This two-factor method no longer exists. Choose another one.',
  mfa_factor_name_conflict: 'You already have a two-factor method with this name. Choose another name.',
  mfa_verified_factor_exists: 'This phone is already one of your two-factor methods.',
  too_many_enrolled_mfa_factors: 'You have reached the limit of two-factor methods. Remove one first.',
  mfa_totp_enroll_not_enabled: 'This site does not support authenticator apps. Choose another method.',
  mfa_phone_enroll_not_enabled: 'This site does not support codes by text message. Choose another method.',
  mfa_webauthn_enroll_not_enabled: 'This site does not support security keys. Choose another method.',
  mfa_totp_verify_not_enabled: 'This site does not accept authenticator apps at the moment.',
  mfa_phone_verify_not_enabled: 'This site does not send codes by text message at the moment.',
  mfa_webauthn_verify_not_enabled: 'This site does not accept security keys at the moment.',
  mfa_ip_address_mismatch: 'Your connection changed, or this was already used. Start again.',
  mfa_verification_rejected: 'Your session was rejected. Sign in again.',
  insufficient_aal: 'Confirm with two-factor authentication first. Sign out, then sign in again.',
  user_sso_managed: 'Your organisation manages this. Change it there.',
  sso_provider_not_found: 'Single sign-on is not set up for this organisation here.',
  provider_disabled: 'This site no longer uses that service.',
  provider_email_needs_verification:
    'That service has not confirmed your email address. If it is new here, confirm it with the email we have sent you. Otherwise sign in another way, then link the service in your settings.',
  identity_already_exists: 'That account is already linked to yours or to another member’s.',
  identity_not_found: 'That account is no longer linked.',
  single_identity_not_deletable: 'This is your only way to sign in. Add another one first.',
  email_conflict_identity_not_deletable:
    'It cannot be removed: another account uses the email address that would remain, or nobody has confirmed it. Change your email address first.',
  manual_linking_disabled: 'This site does not link accounts with other services.',
  bad_oauth_state: 'That took too long, or was started in another browser. Try again.',
  flow_state_already_used: 'This sign-in was already used. Start again.',
  bad_oauth_callback: 'The other service did not finish. Try again.',
  access_denied: 'The other service did not sign you in, or you cancelled. Nothing has changed.',
  passkey_disabled: 'This site does not use passkeys.',
  too_many_passkeys: 'You have reached the limit of passkeys. Remove one first.',
  webauthn_credential_exists: 'This device already has a passkey for your account.',
  webauthn_credential_not_found: 'This site does not recognise this passkey. It may have been removed.',
  webauthn_verification_failed: 'No account here uses this passkey. It may have been removed.',
  webauthn_challenge_expired: 'That took too long. Try again.',
  webauthn_challenge_not_found: 'That took too long. Try again.',
  web3_provider_disabled: 'This site does not use wallets.',
  reauthentication_needed: 'Confirm that it is you first.',
  reauthentication_not_valid: 'This code is wrong or has expired. Request a new one.',
  current_password_required: 'Enter your current password too.',
  current_password_invalid: 'That is not your current password.',
  email_address_not_authorized: 'This site cannot send email to that address.',
  hook_timeout: 'This site is slow to respond. Try again in a moment.',
  email_address_invalid: 'We cannot send email to this address. Check it and try again.',
}

/** The messages that differ for a phone number. */
const PHONE_MESSAGES: Record<string, string> = {
  invalid_credentials: 'Wrong phone number or password. Try again, or sign in with a code.',
  user_already_exists: 'There is already an account with this phone number. Sign in instead?',
}

const UNREACHED = 'We could not reach the server. Nothing is lost; try again in a moment.'

const FAILED = 'That did not work. Start again.'

/**
 * Returns the message for an auth error. The message of a weak password comes from the service and says what is
 * missing. Messages of the client library are written for developers, so they are never shown. `name` is the email
 * address or phone number in the form, if the form asks for one.
 */
export function describeAuthError(error: AuthError, name?: SignInName): string {
  if (error.code === 'weak_password') return error.message
  const code = findMessageCode(error)
  const known = (name && 'phone' in name ? PHONE_MESSAGES[code] : undefined) ?? MESSAGES[code]
  if (known) return known
  if (error.status === undefined || error.status < 400 || error.status >= 500) return UNREACHED
  return error.name === 'AuthApiError' ? error.message : FAILED
}

/** Returns the code whose message fits. The client reports an ended session without a code. */
function findMessageCode({ name, code = '', status }: AuthError): string {
  if (name === 'AuthSessionMissingError') return 'session_not_found'
  // An expired challenge is deleted; a missing factor is a 404 (auth 7.10).
  return code === 'mfa_factor_not_found' && status === 422 ? 'mfa_challenge_expired' : code
}

/**
 * Returns the message for a failed email link. Anyone can write the error code into the URL, so only known codes are
 * shown.
 */
export function describeLinkFailure(code: string): string {
  return (
    (Object.hasOwn(MESSAGES, code) ? MESSAGES[code] : undefined) ?? 'This link did not work. Request a new one below.'
  )
}
