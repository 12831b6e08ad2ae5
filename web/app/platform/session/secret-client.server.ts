import { createClient } from '@supabase/supabase-js'
import type { Database } from '#app/lib/database.types.ts'
import type { Supabase } from '#app/lib/supabase.ts'
import type { ServerSettings } from '../config/app-settings.ts'

/**
 * Creates a client with the secret key, which bypasses all RLS policies. Each caller has a name that states the
 * purpose, and first checks the member's permission.
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
