import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import type { ListItem } from '../list-page.ts'
import { findTarget, type LiftedRow, moveId } from './lifted-row.ts'

/** Dragging within this distance of the edge scrolls the column, at this speed per frame. Both in pixels. */
const EDGE_PX = 48
const SCROLL_PX = 12

/**
 * Orders rows by drag and by keyboard: Space lifts, arrows move, Space drops, Escape puts back. `onMove` is called with
 * the row and the one that it follows.
 */
export function useRowOrder(items: ListItem[], onMove: (spot: string, after: string | null, to: number) => void) {
  const list = useRef<HTMLOListElement>(null)
  const [held, setLifted] = useState<LiftedRow | null>(null)
  const [said, setSaid] = useState('')
  const startY = useRef(0)
  const ids = items.map(({ spot }) => spot.id)
  // Another member may have changed the rows in the meantime, so the positions of the lifted row are no longer valid.
  const isStale = held !== null && (ids[held.from] !== held.id || held.heights.length !== ids.length)
  const lifted = isStale ? null : held

  const lift = (index: number, dragPx: number | null) => {
    const id = ids[index]
    if (!id) return
    const heights = [...(list.current?.children ?? [])].map((row) => row.getBoundingClientRect().height)
    setLifted({ id, from: index, to: index, dragPx, heights })
    setSaid(say(items, index, index, 'lifted'))
  }
  const drop = () => {
    if (!lifted) return
    setLifted(null)
    setSaid(say(items, lifted.from, lifted.to, 'dropped'))
    if (lifted.to === lifted.from) return
    const order = moveId(ids, lifted.from, lifted.to)
    onMove(lifted.id, order[lifted.to - 1] ?? null, lifted.to)
  }
  const cancel = () => {
    if (lifted) setSaid(say(items, lifted.from, lifted.from, 'put back'))
    setLifted(null)
  }
  const moveTo = (to: number) => {
    if (!lifted || to < 0 || to >= items.length) return
    setLifted({ ...lifted, to, dragPx: null })
    setSaid(say(items, lifted.from, to))
  }

  const handleKey = (event: KeyboardEvent, index: number) => {
    const isHeld = lifted !== null
    if (event.key === ' ' || event.key === 'Enter') isHeld ? drop() : lift(index, null)
    else if (isHeld && event.key === 'ArrowUp') moveTo(lifted.to - 1)
    else if (isHeld && event.key === 'ArrowDown') moveTo(lifted.to + 1)
    else if (isHeld && event.key === 'Home') moveTo(0)
    else if (isHeld && event.key === 'End') moveTo(items.length - 1)
    else if (isHeld && event.key === 'Escape') cancel()
    else return
    event.preventDefault()
  }
  const handlePointer = (event: PointerEvent<HTMLElement>, index: number) => {
    if (event.type === 'pointerdown' && event.button === 0) {
      event.currentTarget.setPointerCapture(event.pointerId)
      startY.current = event.clientY + scrollTop(list.current)
      lift(index, 0)
    } else if (event.type === 'pointermove' && lifted?.dragPx != null) {
      scrollNearEdge(list.current, event.clientY)
      const dragPx = event.clientY + scrollTop(list.current) - startY.current
      setLifted({ ...lifted, dragPx, to: findTarget(lifted, dragPx) })
    } else if (event.type === 'pointerup' && lifted?.dragPx != null) drop()
    else if (event.type === 'pointercancel') cancel()
  }
  return { list, lifted, said, handleKey, handlePointer }
}

function say(items: ListItem[], from: number, to: number, state?: 'lifted' | 'dropped' | 'put back'): string {
  const title = items[from]?.spot.title ?? ''
  return `${title}, ${state ? `${state}, ` : ''}position ${to + 1} of ${items.length}`
}

function findScroller(list: HTMLElement | null): HTMLElement | null {
  return list?.closest<HTMLElement>('.explore-scroll') ?? null
}

function scrollTop(list: HTMLElement | null): number {
  return findScroller(list)?.scrollTop ?? 0
}

function scrollNearEdge(list: HTMLElement | null, clientY: number): void {
  const scroller = findScroller(list)
  if (!scroller) return
  const { top, bottom } = scroller.getBoundingClientRect()
  if (clientY < top + EDGE_PX) scroller.scrollTop -= SCROLL_PX
  else if (clientY > bottom - EDGE_PX * 2) scroller.scrollTop += SCROLL_PX
}
