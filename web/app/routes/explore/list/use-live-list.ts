import { useRef } from 'react'
import { useRevalidator } from 'react-router'
import { getMemberName } from '#app/features/account/members/member-name.ts'
import type { LiveTopic } from '#app/features/live-updates/live-topic.ts'
import { useLiveChanges } from '#app/features/live-updates/use-live-changes.ts'
import { useViewer } from '#app/platform/root-data.ts'
import { showToast } from '#app/ui/feedback/toasts.ts'
import type { ListPage } from './list-page.ts'

/** Reloads a shared list after each change by another tab or member. */
export function useLiveList({ list, role, changes, members, author }: ListPage): void {
  const { revalidate } = useRevalidator()
  const viewer = useViewer()
  const newest = changes[0]?.id ?? 0
  const shown = useRef(newest)
  shown.current = newest
  const ownMove = useRef<string>(undefined)
  const moved = changes.find(({ kind }) => kind === 'moved')
  if (moved && moved.actor?.id === viewer?.id) ownMove.current = moved.spot?.id
  const topic: LiveTopic | null = role && {
    table: 'list_changes',
    event: 'INSERT',
    filter: `list_id=eq.${list.id}`,
    columns: ['id', 'actor_id', 'kind', 'spot_id'],
  }
  useLiveChanges(
    topic,
    async (supabase) => {
      const latest = supabase.from('list_changes').select('id').eq('list_id', list.id).order('id', { ascending: false })
      const { data } = await latest.limit(1).throwOnError()
      if ((data[0]?.id ?? 0) !== shown.current) await revalidate()
    },
    {
      concerns: ({ kind, spot_id, actor_id }) => {
        if (kind === 'moved' && spot_id === ownMove.current && actor_id !== viewer?.id) {
          const actor = [author, ...members].find((member) => member?.id === actor_id) ?? null
          showToast(`${getMemberName(actor)} moved this too`)
          ownMove.current = undefined
        }
        return true
      },
    },
  )
}
