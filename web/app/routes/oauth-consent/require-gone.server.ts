import type { AuthError } from '@supabase/supabase-js'
import type { Supabase } from '#app/lib/supabase.ts'
import { requireLiveUser } from '#app/platform/guard/live-user.server.ts'

/**
 * Returns only if a request of an app is no longer pending. Redirects to the sign-in if the member's session has ended,
 * and throws any other error, because then the request may still be pending.
 */
export async function requireGone(supabase: Supabase, target: string, error: AuthError | null): Promise<void> {
  await requireLiveUser(supabase, target)
  if (error?.status !== 404) throw error ?? new Error('The service returned no request of an app.')
}
