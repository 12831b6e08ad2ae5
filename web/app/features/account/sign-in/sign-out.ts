import type { Supabase } from '#app/lib/supabase.ts'

/** The result of signing out: done, or failed because the service could not be reached. */
export type SignOutResult = 'done' | 'failed'

/**
 * Signs out on all devices, or only on this one. The client itself treats 401, 403 and 404 as signed out, so only
 * failures of the service remain. After such a failure the session still exists.
 */
export async function signOut(supabase: Supabase, scope: 'global' | 'local'): Promise<SignOutResult> {
  const { error } = await supabase.auth.signOut({ scope })
  if (!error) return 'done'
  // With scope `local` the client ends the session here even if the service fails, and still returns the error.
  const { data } = await supabase.auth.getSession()
  return data.session ? 'failed' : 'done'
}
