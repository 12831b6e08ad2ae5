import { useEffect, useRef } from 'react'

/** The layers of an open stack: a press inside them does not close it. */
const INSIDE = '.stack-fan, .stack-list, .explore-sheet'

/**
 * Closes an open stack by Escape or by a press outside, and restores the previous focus. Dragging the map does not
 * close it.
 */
export function useDismiss(isOpen: boolean, onClose: () => void): void {
  const latest = useRef(onClose)
  useEffect(() => {
    latest.current = onClose
  })
  useEffect(() => {
    if (!isOpen) return
    const before = document.activeElement
    const ended = new AbortController()
    const { signal } = ended
    document.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        latest.current()
      },
      { signal, capture: true },
    )
    document.addEventListener(
      'click',
      (event) => {
        if (event.target instanceof Element && !event.target.closest(INSIDE)) latest.current()
      },
      { signal, capture: true },
    )
    return () => {
      ended.abort()
      const isLost = document.activeElement === document.body || document.activeElement?.closest(INSIDE)
      if (isLost && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [isOpen])
}
