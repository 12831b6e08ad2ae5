import type { RouterContextProvider } from 'react-router'
import { findViewer, getSupabase } from './session.server.ts'

/**
 * Returns the number of items that wait for a moderator, and undefined for everyone else. The header of every page
 * shows it, so a failure must not break the page.
 */
export async function countWaiting(context: Readonly<RouterContextProvider>): Promise<number | undefined> {
  if (!findViewer(context)?.isModerator) return undefined
  const supabase = getSupabase(context)
  const { count } = await supabase
    .from('moderation_items')
    .select('id', { count: 'exact', head: true })
    .is('decided_at', null)
  return count ?? undefined
}
