import { type RefObject, useEffect } from 'react'

/** Browser toolbars may cover up to this many pixels. */
const MIN_KEYBOARD_PX = 120

/**
 * Returns the height of the window that the on-screen keyboard covers, in pixels; 0 on a zoomed page, where it cannot
 * be measured.
 */
export function measureKeyboard(
  windowHeight: number,
  { height, offsetTop, scale }: { height: number; offsetTop: number; scale: number },
): number {
  const covered = Math.round(windowHeight - height - offsetTop)
  return scale > 1.01 || covered < MIN_KEYBOARD_PX ? 0 : covered
}

/**
 * Sets `--keyboard` of an element to the height that the on-screen keyboard covers, and `data-keyboard` while it is
 * open. Without this, fixed elements at the bottom would be behind the keyboard.
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
