import { type RefObject, useEffect } from 'react'

const STEPS: Record<string, number> = { j: 1, k: -1 }

/** J and K move the focus between rows, E marks the focused one as read. Only while no field has the focus. */
export function useNotificationKeys(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      const rows = [...(list.current?.querySelectorAll<HTMLElement>('.notification') ?? [])]
      const index = rows.findIndex((row) => row.contains(document.activeElement))
      const step = STEPS[event.key]
      if (step !== undefined) {
        event.preventDefault()
        rows[Math.max(0, Math.min(rows.length - 1, index + step))]?.querySelector('a')?.focus()
      } else if (event.key === 'e') {
        const row = rows[index]
        row?.querySelector<HTMLElement>('[data-read]')?.click()
        row?.querySelector('a')?.focus()
      }
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [list])
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
}
