import { type RefObject, useEffect } from 'react'

/** Calls `onDismiss` when a press or the focus leaves an element while it is open. */
export function useDismiss(ref: RefObject<HTMLElement | null>, open: boolean, onDismiss: () => void): void {
  useEffect(() => {
    if (!open) return
    const handleOutside = (event: Event) => {
      if (event.target instanceof Node && !ref.current?.contains(event.target)) onDismiss()
    }
    document.addEventListener('pointerdown', handleOutside)
    document.addEventListener('focusin', handleOutside)
    return () => {
      document.removeEventListener('pointerdown', handleOutside)
      document.removeEventListener('focusin', handleOutside)
    }
  }, [ref, open, onDismiss])
}
