import { useEffect } from 'react'
import { isSingleKey } from '#app/ui/single-keys.ts'

/** The attributes of the button that S presses. */
export const SAVE_KEY_TARGET = { 'data-save-key': '', 'aria-keyshortcuts': 'S' } as const

/** Handles S (save) and Shift+S (choose lists): clicks the save button inside `place`, with or without Shift. */
export function handleSaveKey(event: KeyboardEvent, place: ParentNode | null | undefined): void {
  if (event.key.toLowerCase() !== 's' || event.repeat || event.defaultPrevented || !isSingleKey(event)) return
  const button = place?.querySelector('[data-save-key]')
  if (!button) return
  event.preventDefault()
  button.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey: event.shiftKey }))
}

/** Handles S and Shift+S on the whole page, for the page of a spot. */
export function useSaveKey(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return
    const handleKey = (event: KeyboardEvent) => handleSaveKey(event, document)
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [isOn])
}
