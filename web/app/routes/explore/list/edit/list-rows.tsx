import { useEffect, useLayoutEffect, useState } from 'react'
import { useFetcher } from 'react-router'
import { showFailure } from '#app/ui/feedback/toasts.ts'
import type { ListResponse } from '../list-action.server.ts'
import type { ListItem } from '../list-page.ts'
import { EditRow } from './edit-row.tsx'
import { moveId, shiftOf } from './lifted-row.ts'
import { useRemovals } from './use-removals.ts'
import { useRowOrder } from './use-row-order.ts'

/** The rows of a list in edit mode. A new order shows at once and is saved in the background. */
export function ListRows({
  listId,
  items,
  onActive,
}: {
  listId: string
  items: ListItem[]
  onActive: (id: string | null) => void
}) {
  const fetcher = useFetcher<ListResponse>({ key: `move-${listId}` })
  const [order, setOrder] = useState<{ of: ListItem[]; ids: string[]; moved: string } | null>(null)
  const shown = order?.of === items ? sortItems(items, order.ids) : items
  const move = (spot: string, after: string | null) => {
    const ids = shown.map((item) => item.spot.id)
    const rest = ids.filter((id) => id !== spot)
    const to = after === null ? 0 : rest.indexOf(after) + 1
    setOrder({ of: items, ids: moveId(ids, ids.indexOf(spot), to), moved: spot })
    void fetcher.submit({ intent: 'move', spot, after: after ?? '' }, { method: 'post' })
  }
  const { list, lifted, said, handleKey, handlePointer } = useRowOrder(shown, move)
  const removals = useRemovals(items)
  const moved = order?.moved
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each move
  useLayoutEffect(() => {
    // Moving an element in the document removes its focus.
    if (moved && document.activeElement === document.body) {
      list.current?.querySelector<HTMLElement>(`[data-spot="${moved}"] .grip`)?.focus()
    }
  }, [order])
  const { data } = fetcher
  useEffect(() => {
    // Two moves may be rejected for the same reason.
    if (!data?.rejection?.message) return
    setOrder(null)
    showFailure(data.rejection.message)
  }, [data])
  return (
    <>
      <p className="sr-only" role="status">
        {said}
      </p>
      <p className="sr-only" id="reorder-help">
        Space lifts a spot, the arrow keys move it, Space drops it, Escape puts it back.
      </p>
      <ol ref={list} className="edit-rows" data-moving={lifted ? true : undefined}>
        {shown.map((item, index) => (
          <EditRow
            key={item.spot.id}
            item={item}
            number={numberOf(index, lifted)}
            count={shown.length}
            before={shown[index - 2]?.spot.id ?? null}
            isFirst={index === 0}
            next={shown[index + 1]?.spot.id ?? null}
            isLifted={lifted?.id === item.spot.id}
            shiftPx={lifted ? shiftOf(index, lifted) : 0}
            onKey={(event) => handleKey(event, index)}
            onPointer={(event) => handlePointer(event, index)}
            onActive={onActive}
            removals={removals}
          />
        ))}
      </ol>
    </>
  )
}

function sortItems(items: ListItem[], ids: string[]): ListItem[] {
  return items.toSorted((one, other) => ids.indexOf(one.spot.id) - ids.indexOf(other.spot.id))
}

/** Returns the number that a row would have if the lifted one were dropped. */
function numberOf(index: number, lifted: { from: number; to: number } | null): number {
  if (!lifted) return index + 1
  if (index === lifted.from) return lifted.to + 1
  const { from, to } = lifted
  if (index > from && index <= to) return index
  return index < from && index >= to ? index + 2 : index + 1
}
