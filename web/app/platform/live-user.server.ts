import type { User } from '@supabase/supabase-js'
import { href } from 'react-router'
import type { Supabase } from '#app/lib/supabase.ts'
import { redirectTo } from './navigation/redirect-to.ts'
import { rememberReturnTarget } from './return-target.ts'

/**
 * The account as the accounts service knows it at this moment. A token outlives a session that was ended elsewhere: whoever comes
 * with such a one is signed out here and led to the sign-in, which leads back to `target`. Throws that reply.
 */
export async function requireLiveUser(supabase: Supabase, target: string): Promise<User> {
  const { data, error } = await supabase.auth.getUser()
  if (data.user) return data.user
  // Not the session's fault, such as a service that does not answer.
  if (error && error.name !== 'AuthSessionMissingError') throw error
  await supabase.auth.signOut({ scope: 'local' })
  throw redirectTo(href('/auth/login'), { headers: { 'set-cookie': rememberReturnTarget(target) } })
}
