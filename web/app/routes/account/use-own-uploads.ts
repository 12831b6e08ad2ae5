import { useRef } from 'react'
import { useRevalidator } from 'react-router'
import type { LiveTopic } from '#app/features/live-updates/live-topic.ts'
import { useLiveChanges } from '#app/features/live-updates/use-live-changes.ts'

/** Loads the account page again after the member has added a spot or a photo in another tab or on another device. */
export function useOwnUploads(memberId: string): void {
  useOwnRows(memberId, 'spots')
  useOwnRows(memberId, 'photos')
}

function useOwnRows(memberId: string, table: 'spots' | 'photos'): void {
  const { revalidate } = useRevalidator()
  const known = useRef<number>(undefined)
  const topic: LiveTopic = { table, event: 'INSERT', filter: `author_id=eq.${memberId}`, columns: ['id'] }
  useLiveChanges(topic, async (supabase) => {
    const own = supabase.from(table).select('id', { count: 'exact', head: true }).eq('author_id', memberId)
    const count = (await own.throwOnError()).count ?? 0
    const hasChanged = known.current !== undefined && known.current !== count
    known.current = count
    if (hasChanged) await revalidate()
  })
}
