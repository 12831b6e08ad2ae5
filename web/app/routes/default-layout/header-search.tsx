import { useEffect, useRef } from 'react'
import { Form, href, useSearchParams } from 'react-router'
import { SearchField } from '#app/ui/search-field.tsx'

/** Search from every page: goes to explore with the words. `/` takes the keyboard there. */
export function HeaderSearch() {
  const form = useRef<HTMLFormElement>(null)
  const [parameters] = useSearchParams()
  useSlashKey(() => form.current?.querySelector('input')?.focus())
  return (
    <Form ref={form} role="search" action={href('/explore')} className="max-wide:hidden min-w-0 flex-[0_1_26.25rem]">
      <SearchField
        label="Search spots, cities, tags"
        name="q"
        placeholder="Spots, cities, tags"
        autoComplete="off"
        shortcut="/"
        defaultValue={parameters.get('q') ?? ''}
      />
    </Form>
  )
}

/** Calls back when somebody types `/` outside of a field. */
function useSlashKey(onSlash: () => void): void {
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      const target = event.target instanceof HTMLElement ? event.target : null
      const isTyping = target?.isContentEditable || target?.matches('input, textarea, select')
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return
      event.preventDefault()
      onSlash()
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  })
}
