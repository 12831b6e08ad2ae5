import { type TouchEvent, useRef } from 'react'

/** Shorter movements are presses or scrolls. In CSS pixels. */
const MIN_SWIPE_PX = 60

/** Fields and maps use horizontal movement themselves. */
const KEEPS_SWIPES = 'input, textarea, select, canvas, .static-map'
/** While a form is open, a swipe would lose what was typed. */
const OPEN_FORM = 'details[data-desk-panel][open] form'

/** Handlers that open the next item when one finger moves left, and the previous one when it moves right. */
export function useSwipe() {
  const start = useRef<{ x: number; y: number }>(undefined)
  return {
    onTouchStart({ touches, target }: TouchEvent) {
      const isOwn = touches.length === 1 && !(target instanceof Element && target.closest(KEEPS_SWIPES))
      start.current = touches[0] && isOwn ? { x: touches[0].clientX, y: touches[0].clientY } : undefined
    },
    onTouchEnd({ changedTouches, currentTarget }: TouchEvent) {
      const end = changedTouches[0]
      if (!start.current || !end) return
      const right = end.clientX - start.current.x
      const isHorizontal = Math.abs(right) >= 2 * Math.abs(end.clientY - start.current.y)
      start.current = undefined
      if (Math.abs(right) < MIN_SWIPE_PX || !isHorizontal || document.querySelector(OPEN_FORM)) return
      currentTarget.querySelector<HTMLElement>(`[data-desk-key="${right < 0 ? 'j' : 'k'}"]`)?.click()
    },
  }
}
