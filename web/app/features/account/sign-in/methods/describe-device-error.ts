import type { AuthError } from '@supabase/supabase-js'
import { describeAuthError } from '../auth-messages.ts'

const CLOSED_DIALOG = 'Nothing happened: the browser window was closed, or it has no key for this site.'

/** Browsers do not distinguish a cancelled prompt from a missing key. Neither is an error of the site. */
export function describeDeviceError(error: AuthError | Error): string {
  return 'status' in error && error.status !== undefined ? describeAuthError(error) : CLOSED_DIALOG
}
