import type { KeyboardEvent } from 'react'

/**
 * Handles keys of a dangerous form or its fields: Enter in a field, such as on a radio button, does not submit the form.
 * The form's button and Ctrl+Enter do.
 */
export function keepFromSubmitting(event: KeyboardEvent): void {
  const isEnter = event.key === 'Enter' && !event.ctrlKey && !event.metaKey
  if (isEnter && event.target instanceof HTMLInputElement) event.preventDefault()
}
