import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { ServerSettings } from '#app/platform/config/app-settings.ts'

/**
 * Opens the data with the secret key, which bypasses RLS, because the demo content has several authors. Requires
 * `maySeed` first.
 */
export function openDemoWithSecretKey({ supabaseUrl, secretKey, backendFetch }: ServerSettings): SupabaseClient {
  return createClient(supabaseUrl, secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { fetch: backendFetch },
  })
}
