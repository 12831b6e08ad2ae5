import type { AuthError } from '@supabase/supabase-js'
import { describeAuthError } from './auth-messages.ts'

const CLOSED_DIALOG = 'Nothing happened: the window of your browser was closed, or it has no key for this site.'

/** Browsers do not say whether somebody closed the window or has no key; both are no fault of the site. */
export function describeDeviceError(error: AuthError | Error): string {
  return 'status' in error && error.status !== undefined ? describeAuthError(error) : CLOSED_DIALOG
}
