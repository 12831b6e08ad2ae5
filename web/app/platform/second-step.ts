import type { Supabase } from '#app/lib/supabase.ts'

/** Whether the session still lacks the second step that its account asks for. Asks nobody: the client knows it from the session. */
export async function lacksSecondFactor(supabase: Supabase): Promise<boolean> {
  const { data } = await supabase.auth.mfa.getAuthenticatorAssuranceLevel()
  return data !== null && data.currentLevel !== data.nextLevel
}
