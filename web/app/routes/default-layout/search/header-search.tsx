import { useEffect, useRef } from 'react'
import { Form, href, useSearchParams } from 'react-router'
import { SearchInput } from '#app/features/search/search-input.tsx'
import { isSingleKey } from '#app/ui/single-keys.ts'

/**
 * The search of every page. Suggestions open cities, spots and tags; the typed words open Explore. `/` focuses the
 * field.
 */
export function HeaderSearch() {
  const form = useRef<HTMLFormElement>(null)
  const [parameters] = useSearchParams()
  const words = parameters.get('q') ?? ''
  useSlashKey(() => form.current?.querySelector('input')?.focus())
  return (
    <Form ref={form} role="search" action={href('/explore')} className="max-[60rem]:hidden min-w-0 flex-[0_1_26.25rem]">
      {/* Remounts the field when the search changes. */}
      <SearchInput
        key={words}
        label="Search spots, cities, tags"
        placeholder="Spots, cities, tags"
        shortcut="/"
        defaultValue={words}
      />
    </Form>
  )
}

/** Calls back when `/` is typed outside of a field. */
function useSlashKey(onSlash: () => void): void {
  const latest = useRef(onSlash)
  useEffect(() => {
    latest.current = onSlash
  })
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || !isSingleKey(event)) return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [])
}
