import type { Supabase } from '#app/lib/supabase.ts'

/** Where a sign-out ended: everywhere, or nowhere because the service could not be reached. */
export type SignOutResult = 'done' | 'failed'

/**
 * Signs out on all devices, or on this one only. The client itself treats 401, 403 and 404 as signed out; what remains is that
 * the service failed, and then the session is still there.
 */
export async function signOut(supabase: Supabase, scope: 'global' | 'local'): Promise<SignOutResult> {
  const { error } = await supabase.auth.signOut({ scope })
  return error ? 'failed' : 'done'
}
