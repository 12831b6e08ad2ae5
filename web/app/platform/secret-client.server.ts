import { createClient } from '@supabase/supabase-js'
import type { Database } from '#app/lib/database.types.ts'
import type { Supabase } from '#app/lib/supabase.ts'
import type { ServerSettings } from './app-settings.ts'

/**
 * The data as the instance itself, past all row rules. Whoever calls this says in its name what for, and asks as the member
 * first whether it may be.
 */
export function createSecretClient({
  supabaseUrl,
  secretKey,
  backendFetch,
}: Pick<ServerSettings, 'supabaseUrl' | 'secretKey' | 'backendFetch'>): Supabase {
  return createClient<Database>(supabaseUrl, secretKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    db: { retry: false },
    global: { fetch: backendFetch },
  })
}
