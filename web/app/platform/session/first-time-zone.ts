import type { Supabase } from '#app/lib/supabase.ts'

/**
 * Saves the time zone of this browser for the daily digest of a member who has no schedule yet. The database rejects a
 * zone that it does not know, and the default stays. Browser only.
 */
export async function setFirstTimeZone(supabase: Supabase, userId: string): Promise<void> {
  const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  // Browsers that hide their time zone report UTC, which is the default anyway.
  if (time_zone === 'UTC') return
  await supabase.from('mail_schedules').upsert({ user_id: userId, time_zone }, { ignoreDuplicates: true })
}
