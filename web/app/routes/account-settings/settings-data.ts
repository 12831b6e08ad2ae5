import { findData, type Supabase } from '#app/lib/supabase.ts'
import type { Viewer } from '#app/platform/viewer.ts'

/** What the forms of the settings start from. Without a row nothing of the profile was ever saved. */
export type SettingsData = Awaited<ReturnType<typeof getSettingsData>>

/** The account of a member and the row of its profile. */
export async function getSettingsData(supabase: Supabase, viewer: Viewer) {
  const columns = 'username, name, surname, bio, avatar_url'
  return { viewer, row: findData(await supabase.from('users').select(columns).eq('id', viewer.id).maybeSingle()) }
}
