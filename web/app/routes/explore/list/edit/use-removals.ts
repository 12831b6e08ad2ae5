import { useCallback, useEffect, useRef } from 'react'
import { useFetcher, useLocation } from 'react-router'
import { useEarlyToast } from '#app/platform/use-early-toast.ts'
import { showToast } from '#app/ui/feedback/toasts.ts'
import type { ListResponse } from '../list-action.server.ts'
import type { ListItem } from '../list-page.ts'

/** Receives the removals that the rows of a list send. */
export interface Removals {
  begin: (item: ListItem) => void
  /** The server has rejected the removal of this spot. */
  cancel: (spotId: string) => void
}

/**
 * Offers to undo a removal once the item has left the list. Its row may be gone before its form has the response,
 * because a change of another editor has reloaded the list meanwhile.
 */
export function useRemovals(items: ListItem[]): Removals {
  const { pathname, search } = useLocation()
  const undo = useFetcher<ListResponse>()
  useEarlyToast(undo.data)
  const sent = useRef(new Map<string, ListItem>())
  const offerUndo = useRef<(item: ListItem) => void>(undefined)
  offerUndo.current = ({ spot, note, position }) =>
    showToast(`${spot.title} removed from the list`, {
      label: 'Undo',
      onPress: () =>
        void undo.submit(
          { intent: 'add', spot: spot.id, note, place: String(position) },
          // The member may have left the editor in the meantime.
          { method: 'post', action: pathname + search },
        ),
    })
  useEffect(() => {
    for (const [id, item] of sent.current) {
      if (items.some(({ spot }) => spot.id === id)) continue
      sent.current.delete(id)
      offerUndo.current?.(item)
    }
  }, [items])
  const begin = useCallback((item: ListItem) => void sent.current.set(item.spot.id, item), [])
  const cancel = useCallback((spotId: string) => void sent.current.delete(spotId), [])
  return { begin, cancel }
}
