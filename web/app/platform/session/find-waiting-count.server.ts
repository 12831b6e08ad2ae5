import type { RouterContextProvider } from 'react-router'
import { countWaiting } from './count-waiting.ts'
import { findViewer, getSupabase } from './session.server.ts'

/**
 * Returns the number of items that wait for a moderator, and undefined for everyone else. The header of every page
 * shows it, so a failure must not break the page.
 */
export async function findWaitingCount(context: Readonly<RouterContextProvider>): Promise<number | undefined> {
  if (!findViewer(context)?.isModerator) return undefined
  return countWaiting(getSupabase(context)).catch(() => undefined)
}
