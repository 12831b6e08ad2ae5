import { type RefObject, useEffect, useRef } from 'react'

/**
 * Shows a new saved text in an uncontrolled field, such as one that another member has written, unless the field
 * contains something that was typed since the last save.
 */
export function useSavedText<Field extends HTMLInputElement | HTMLTextAreaElement>(
  saved: string,
): RefObject<Field | null> {
  const field = useRef<Field>(null)
  const before = useRef(saved)
  useEffect(() => {
    if (field.current?.value.trim() === before.current) field.current.value = saved
    before.current = saved
  }, [saved])
  return field
}
