import type { OAuthGrant } from '@supabase/supabase-js'
import { describeAuthError } from '#app/features/account/sign-in/auth-messages.ts'
import type { Supabase } from '#app/lib/supabase.ts'

/** Lists the apps that the member has connected, or says why they are unknown. */
export async function listGrants(supabase: Supabase): Promise<{ grants: OAuthGrant[]; problem: string | undefined }> {
  const { data, error } = await supabase.auth.oauth.listGrants()
  // Sites that do not support apps reject the request.
  const isOutage = error !== null && !(error.status !== undefined && error.status >= 400 && error.status < 500)
  return { grants: data ?? [], problem: isOutage ? describeAuthError(error) : undefined }
}
