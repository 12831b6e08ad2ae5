import type { PointerEvent as ReactPointerEvent, RefObject } from 'react'
import { chooseStop, type SheetStop } from './sheet-stops.ts'

/** Shorter moves count as clicks. */
const SLOP_PX = 6
/** The stops of the sheet as in explore.css: pixels and fractions of the screen. */
const PEEK_PX = 296
const PEEK_SHARE = 0.45
const HALF_SHARE = 0.62
const CONTROLS_PX = 268
const CHIPS_PX = 64

/**
 * Lets the user drag a sheet by an element with the returned handler. Writes the style directly, so that dragging
 * causes no renders.
 */
export function useSheetDrag(sheet: RefObject<HTMLElement | null>, onStop: (stop: SheetStop) => void) {
  return (event: ReactPointerEvent<HTMLElement>) => {
    const element = sheet.current
    if (element && isSheet(element) && event.isPrimary && event.button === 0) followDrag(element, event, onStop)
  }
}

/** Listens on the document, since a fast pointer leaves the handle before the sheet has followed it. */
function followDrag(element: HTMLElement, start: ReactPointerEvent, onStop: (stop: SheetStop) => void): void {
  const height = element.clientHeight
  const ended = new AbortController()
  let last = { y: start.clientY, at: start.timeStamp, speed: 0 }
  let isDrawn = false

  const move = (event: PointerEvent) => {
    if (event.pointerId !== start.pointerId) return
    const drawn = start.clientY - event.clientY
    isDrawn ||= Math.abs(drawn) >= SLOP_PX
    if (!isDrawn) return
    const elapsed = event.timeStamp - last.at
    const speed = elapsed > 0 ? (last.y - event.clientY) / elapsed : last.speed
    last = { y: event.clientY, at: event.timeStamp, speed }
    element.dataset.drawn = ''
    element.style.height = `${height + drawn}px`
  }
  const end = (event: PointerEvent) => {
    if (event.pointerId !== start.pointerId) return
    ended.abort()
    if (!isDrawn) return
    const stop = chooseStop(element.clientHeight, measureStops(element), last.speed)
    delete element.dataset.drawn
    element.style.removeProperty('height')
    if (event.type === 'pointerup') onStop(stop)
  }
  const options = { signal: ended.signal }
  document.addEventListener('pointermove', move, options)
  document.addEventListener('pointerup', end, options)
  document.addEventListener('pointercancel', end, options)
}

/** On wide screens the list stands beside the map and cannot be dragged. */
function isSheet(element: HTMLElement): boolean {
  return getComputedStyle(element).position === 'absolute'
}

function measureStops({ parentElement }: HTMLElement): Record<SheetStop, number> {
  const room = parentElement?.clientHeight ?? 0
  const peek = Math.min(PEEK_PX, room * PEEK_SHARE)
  return { peek, half: Math.max(peek, Math.min(room * HALF_SHARE, room - CONTROLS_PX)), full: room - CHIPS_PX }
}
