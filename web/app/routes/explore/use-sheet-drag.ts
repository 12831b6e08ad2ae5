import { type PointerEvent, type RefObject, useRef } from 'react'
import { chooseStop, type SheetStop } from './sheet-stops.ts'

/** Moves shorter than this are presses. */
const SLOP_PX = 6
/** The shares of the screen at which the sheet stops, as explore.css has them. */
const PEEK_PX = 296
const HALF_SHARE = 0.62
const CHIPS_PX = 64

/** Draws a sheet up and down by a part of it. The style is written directly: a drag renders nothing. */
export function useSheetDrag(sheet: RefObject<HTMLElement | null>, onStop: (stop: SheetStop) => void) {
  const start = useRef<{ y: number; height: number; lastY: number; lastAt: number; speed: number; moved: boolean }>(
    undefined,
  )
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (!sheet.current || !isSheet(sheet.current) || !event.isPrimary) return
      const { clientY: y, timeStamp: lastAt } = event
      start.current = { y, height: sheet.current.clientHeight, lastY: y, lastAt, speed: 0, moved: false }
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const from = start.current
      if (!from || !sheet.current) return
      const drawn = from.y - event.clientY
      if (!from.moved && Math.abs(drawn) < SLOP_PX) return
      // Only now: a captured press would never reach the buttons of the head.
      if (!from.moved) event.currentTarget.setPointerCapture(event.pointerId)
      const elapsed = event.timeStamp - from.lastAt
      const speed = elapsed > 0 ? (from.lastY - event.clientY) / elapsed : from.speed
      start.current = { ...from, moved: true, lastY: event.clientY, lastAt: event.timeStamp, speed }
      sheet.current.dataset.drawn = ''
      sheet.current.style.height = `${from.height + drawn}px`
    },
    onPointerUp: () => {
      const from = start.current
      start.current = undefined
      if (!from?.moved || !sheet.current) return
      const stop = chooseStop(sheet.current.clientHeight, measureStops(sheet.current), from.speed)
      release(sheet.current)
      onStop(stop)
    },
    onPointerCancel: () => {
      start.current = undefined
      if (sheet.current) release(sheet.current)
    },
  }
}

/** On wide screens the list stands beside the map and cannot be drawn. */
function isSheet(element: HTMLElement): boolean {
  return getComputedStyle(element).position === 'absolute'
}

function measureStops({ parentElement }: HTMLElement): Record<SheetStop, number> {
  const room = parentElement?.clientHeight ?? 0
  return { peek: Math.min(PEEK_PX, room * 0.45), half: room * HALF_SHARE, full: room - CHIPS_PX }
}

function release(element: HTMLElement): void {
  delete element.dataset.drawn
  element.style.removeProperty('height')
}
