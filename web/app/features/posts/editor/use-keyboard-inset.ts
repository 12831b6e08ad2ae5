import { type RefObject, useEffect } from 'react'

/** Bars of the browser may cover as much as this. */
const LEAST_KEYBOARD_PX = 120

/** Returns how much of the window the keyboard of a phone covers, in pixels. A zoomed page tells nothing about it. */
export function measureKeyboard(
  windowHeight: number,
  { height, offsetTop, scale }: { height: number; offsetTop: number; scale: number },
): number {
  const covered = Math.round(windowHeight - height - offsetTop)
  return scale > 1.01 || covered < LEAST_KEYBOARD_PX ? 0 : covered
}

/**
 * Tells the style sheet of an element how much the keyboard covers, as `--keyboard`, and sets `data-keyboard` while there
 * is one. What is fixed at the bottom would otherwise be behind it.
 */
export function useKeyboardInset(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { visualViewport: viewport } = window
    if (!viewport) return
    const update = () => {
      const covered = measureKeyboard(window.innerHeight, viewport)
      root.current?.style.setProperty('--keyboard', `${covered}px`)
      root.current?.toggleAttribute('data-keyboard', covered > 0)
    }
    update()
    viewport.addEventListener('resize', update)
    viewport.addEventListener('scroll', update)
    return () => {
      viewport.removeEventListener('resize', update)
      viewport.removeEventListener('scroll', update)
    }
  }, [root])
}
