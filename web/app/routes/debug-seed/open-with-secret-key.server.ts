import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { ServerSettings } from '#app/platform/app-settings.ts'

/**
 * The data as the instance itself, past all row rules: the demo is written as several members. Only for whoever passed
 * `maySeed`.
 */
export function openDemoWithSecretKey({ supabaseUrl, secretKey, backendFetch }: ServerSettings): SupabaseClient {
  return createClient(supabaseUrl, secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { fetch: backendFetch },
  })
}
