import { type FormEvent, useState } from 'react'

const warnBelow = 20

/** What is left of a limit, said only when fewer than 20 characters are; null before that and without a limit. */
export function formatCharactersLeft(length: number, limit: number | undefined): string | null {
  if (limit === undefined || limit - length >= warnBelow) return null
  const left = Math.max(0, limit - length)
  return `${left} left`
}

/** Counts what is written in an uncontrolled control. */
export function useCharactersLeft(initial: unknown, limit: number | undefined) {
  const [length, setLength] = useState(() => String(initial ?? '').length)
  return {
    counter: formatCharactersLeft(length, limit),
    handleInput: (event: FormEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      setLength(event.currentTarget.value.length),
  }
}
