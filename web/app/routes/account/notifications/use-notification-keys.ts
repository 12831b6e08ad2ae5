import { type RefObject, useEffect } from 'react'
import { isSingleKey } from '#app/ui/single-keys.ts'

const STEPS: Record<string, number> = { j: 1, k: -1 }

/**
 * Handles J and K, which move the focus between rows, and E, which marks the focused one as read. Only while no field
 * has the focus.
 */
export function useNotificationKeys(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isSingleKey(event)) return
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
