import type { AuthError } from '@supabase/supabase-js'
import { describeAuthError } from '../auth-messages.ts'

const CLOSED_DIALOG = 'Nothing happened. The prompt was closed, or this device has no key for this site.'
const NO_SCRIPT =
  'Passkeys and security keys need JavaScript, which has not loaded. Reload the page, or use another method.'

/**
 * Browsers do not distinguish a cancelled prompt from a missing key. Neither is an error of the site. Without JavaScript
 * the server gets the form.
 */
export function describeDeviceError(error: AuthError | Error): string {
  if ('status' in error && error.status !== undefined) return describeAuthError(error)
  return typeof document === 'undefined' ? NO_SCRIPT : CLOSED_DIALOG
}
