import type { Supabase } from '#app/lib/supabase.ts'

/**
 * Returns true when the session still needs the second factor that its account requires. Makes no request, because the
 * session says so.
 */
export async function lacksSecondFactor(supabase: Supabase): Promise<boolean> {
  const { data } = await supabase.auth.mfa.getAuthenticatorAssuranceLevel()
  return data !== null && data.currentLevel !== data.nextLevel
}
