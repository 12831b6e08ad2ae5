import type { Supabase } from '#app/lib/supabase.ts'

/** Where a sign-out ended: everywhere, or nowhere because the service could not be reached. */
export type SignOutResult = 'done' | 'failed'

/**
 * Signs out on all devices, or on this one only. The client itself treats 401, 403 and 404 as signed out; what remains is that
 * the service failed, and then the session is still there.
 */
export async function signOut(supabase: Supabase, scope: 'global' | 'local'): Promise<SignOutResult> {
  const { error } = await supabase.auth.signOut({ scope })
  if (!error) return 'done'
  // With scope local the client ends the session here even when the service fails, and tells the failure all the same.
  const { data } = await supabase.auth.getSession()
  return data.session ? 'failed' : 'done'
}
