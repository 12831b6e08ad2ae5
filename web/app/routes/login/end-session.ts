import type { Supabase } from '#app/lib/supabase.ts'
import type { LoginResult } from './login-result.ts'

/** Returns true if the session of a step after signing in was ended elsewhere. */
export function isSessionEnded(error: Error): boolean {
  return error.name === 'AuthSessionMissingError'
}

/** Signs out here too after that, because the steps of an ended session lead nowhere. */
export async function endSession(supabase: Supabase): Promise<LoginResult> {
  await supabase.auth.signOut({ scope: 'local' })
  return { kind: 'signed-out', isEnded: true }
}
