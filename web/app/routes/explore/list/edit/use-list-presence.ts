import { useEffect, useState } from 'react'
import { useViewer } from '#app/platform/root-data.ts'
import type { ListPage } from '../list-page.ts'

/**
 * Returns the ids of the other members who have the editor of a list open, by presence in the list's private channel.
 */
export function useListPresence({ list, members }: ListPage): string[] {
  const viewer = useViewer()
  const [present, setPresent] = useState<string[]>([])
  const memberId = members.length > 0 ? viewer?.id : undefined
  useEffect(() => {
    if (!memberId) return
    let leave = () => {}
    let isOver = false
    const join = async () => {
      const { getBrowserClient } = await import('#app/platform/session/browser-client.ts')
      const supabase = await getBrowserClient()
      await supabase.realtime.setAuth()
      if (isOver) return
      const channel = supabase.channel(`list:${list.id}`, { config: { private: true, presence: { key: memberId } } })
      leave = () => void supabase.removeChannel(channel)
      channel
        .on('presence', { event: 'sync' }, () => setPresent(Object.keys(channel.presenceState())))
        .subscribe((status) => {
          if (status === 'SUBSCRIBED') void channel.track({})
        })
    }
    // Without a connection the editor still works.
    join().catch(() => undefined)
    return () => {
      isOver = true
      leave()
    }
  }, [list.id, memberId])
  return present.filter((id) => id !== memberId)
}
