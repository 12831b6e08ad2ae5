import { useEffect, useState } from 'react'
import { getBrowserClient } from '#app/platform/session/browser-client.ts'
import { countWaiting } from '#app/platform/session/count-waiting.ts'
import type { Viewer } from '#app/platform/session/viewer.ts'

/** The numbers of lists, stories and unread notifications of a member, and of items that wait for a moderator. */
export interface AccountCounts {
  lists: number
  stories: number
  unread: number
  waiting: number
}

/** Counts when the menu opens. Undefined until then, and if it fails: the menu works without numbers. */
export function useAccountCounts({ id, isModerator }: Viewer): AccountCounts | undefined {
  const [counts, setCounts] = useState<AccountCounts>()
  useEffect(() => {
    let isOpen = true
    countAll(id, isModerator)
      .then((counted) => isOpen && setCounts(counted))
      .catch(() => undefined)
    return () => {
      isOpen = false
    }
  }, [id, isModerator])
  return counts
}

async function countAll(id: string, isModerator: boolean): Promise<AccountCounts> {
  const supabase = await getBrowserClient()
  const count = { count: 'exact', head: true } as const
  const [lists, stories, unread, waiting] = await Promise.all([
    supabase.from('lists').select('id', count).eq('author_id', id).throwOnError(),
    supabase.from('posts').select('id', count).eq('author_id', id).throwOnError(),
    supabase.from('notifications').select('id', count).is('read_at', null).throwOnError(),
    isModerator ? countWaiting(supabase) : 0,
  ])
  return { lists: lists.count ?? 0, stories: stories.count ?? 0, unread: unread.count ?? 0, waiting }
}
