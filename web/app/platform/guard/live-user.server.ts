import type { User } from '@supabase/supabase-js'
import { href } from 'react-router'
import type { Supabase } from '#app/lib/supabase.ts'
import { redirectTo } from '../navigation/redirect-to.ts'
import { rememberReturnTarget } from './return-target.ts'

/**
 * Returns the account as the accounts service has it now. An access token outlives a session that was ended elsewhere:
 * in that case this signs the member out and throws a redirect to the sign-in, which leads back to `target`.
 */
export async function requireLiveUser(supabase: Supabase, target: string): Promise<User> {
  const { data, error } = await supabase.auth.getUser()
  if (data.user) return data.user
  // Not caused by the session, for example when a service does not respond.
  if (error && error.name !== 'AuthSessionMissingError') throw error
  await supabase.auth.signOut({ scope: 'local' })
  throw redirectTo(href('/auth/login'), { headers: { 'set-cookie': rememberReturnTarget(target) } })
}
