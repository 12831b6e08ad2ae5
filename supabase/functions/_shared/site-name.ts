import type { SupabaseClient } from '@supabase/supabase-js'
import * as v from 'valibot'

/** Returns the name that the administrators gave the site. */
export async function getSiteName(client: SupabaseClient): Promise<string> {
  const { data, error } = await client.from('instance_settings').select('site_name').single()
  if (error) throw new Error(error.message)
  return v.parse(v.object({ site_name: v.string() }), data).site_name
}
