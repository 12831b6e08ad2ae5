import { useEffect, useState } from 'react'
import { getBrowserClient } from '#app/platform/session/browser-client.ts'
import type { Viewer } from '#app/platform/session/viewer.ts'

/** The numbers of lists, stories and unread notifications of a member. */
export interface AccountCounts {
  lists: number
  stories: number
  unread: number
}

/** Counts when the menu opens. Undefined until then, and if it fails: the menu works without numbers. */
export function useAccountCounts({ id }: Viewer): AccountCounts | undefined {
  const [counts, setCounts] = useState<AccountCounts>()
  useEffect(() => {
    let isOpen = true
    countAll(id)
      .then((counted) => isOpen && setCounts(counted))
      .catch(() => undefined)
    return () => {
      isOpen = false
    }
  }, [id])
  return counts
}

async function countAll(id: string): Promise<AccountCounts> {
  const supabase = await getBrowserClient()
  const count = { count: 'exact', head: true } as const
  const [lists, stories, unread] = await Promise.all([
    supabase.from('lists').select('id', count).eq('author_id', id).throwOnError(),
    supabase.from('posts').select('id', count).eq('author_id', id).throwOnError(),
    supabase.from('notifications').select('id', count).is('read_at', null).throwOnError(),
  ])
  return { lists: lists.count ?? 0, stories: stories.count ?? 0, unread: unread.count ?? 0 }
}
