import { type FormEvent, useState } from 'react'

const warnBelow = 20

/** Returns the characters left, once fewer than 20 are; else null. Null without a limit. */
export function formatCharactersLeft(length: number, limit: number | undefined): string | null {
  if (limit === undefined || limit - length >= warnBelow) return null
  const left = Math.max(0, limit - length)
  return `${left} left`
}

/** Counts the characters of an uncontrolled control, in addition to its other change handlers. */
export function useCharactersLeft<
  Control extends HTMLInputElement | HTMLTextAreaElement,
  Event extends FormEvent<Control>,
>(
  { value, defaultValue, maxLength }: { value?: unknown; defaultValue?: unknown; maxLength?: number | undefined },
  onInput: ((event: Event) => void) | undefined,
) {
  const [length, setLength] = useState(() => String(value ?? defaultValue ?? '').length)
  return {
    counter: formatCharactersLeft(length, maxLength),
    handleInput: (event: Event) => {
      setLength(event.currentTarget.value.length)
      onInput?.(event)
    },
  }
}
