import { type RefObject, useCallback, useEffect, useState } from 'react'
import { loadMapLibre } from './use-map-libre.ts'

/** A loaded page without input and without long tasks for this long is idle. */
const QUIET_MS = 4000

/**
 * Returns true once the live map should load: at once, or with `waits`, when the map is touched or pointed at, or when
 * the page has been idle for a while. Until then the page stays responsive.
 */
export function useWake(frame: RefObject<HTMLElement | null>, waits: boolean): [isAwake: boolean, wake: () => void] {
  const [isAwake, setIsAwake] = useState(!waits)
  const wake = useCallback(() => setIsAwake(true), [])
  useEffect(() => {
    const element = frame.current
    if (isAwake || !element) return
    const stop = new AbortController()
    const options = { signal: stop.signal, passive: true, capture: true }
    element.addEventListener('pointerdown', () => void loadMapLibre(), options)
    // Waits for the end of a tap, because the marks move into the live map, and an element that moves while it is
    // pressed gets no click event.
    for (const type of ['pointerup', 'pointercancel', 'wheel', 'focusin']) element.addEventListener(type, wake, options)
    // A mouse that rested on the map before hydration has sent its `pointerover` already.
    for (const type of ['pointerover', 'pointermove'] as const)
      element.addEventListener(type, ({ pointerType }) => pointerType === 'mouse' && wake(), options)

    let timer: ReturnType<typeof setTimeout> | undefined
    const awaitQuiet = () => {
      clearTimeout(timer)
      timer = setTimeout(() => whenIdle(() => stop.signal.aborted || wake()), QUIET_MS)
    }
    for (const type of ['pointerdown', 'keydown', 'scroll']) document.addEventListener(type, awaitQuiet, options)
    const tasks = new PerformanceObserver(awaitQuiet)
    tasks.observe({ type: 'longtask' })
    if (document.readyState === 'complete') awaitQuiet()
    else window.addEventListener('load', awaitQuiet, options)
    return () => {
      stop.abort()
      tasks.disconnect()
      clearTimeout(timer)
    }
  }, [frame, isAwake, wake])
  return [isAwake, wake]
}

/** Safari has no idle callbacks. */
function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(run)
  else run()
}
