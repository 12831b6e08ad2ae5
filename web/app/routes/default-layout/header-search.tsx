import Search from 'lucide-react/icons/search'
import { useEffect, useRef } from 'react'
import { Form, href, useSearchParams } from 'react-router'

/** Search from every page: goes to explore with the words. `/` takes the keyboard there. */
export function HeaderSearch() {
  const input = useRef<HTMLInputElement>(null)
  const [parameters] = useSearchParams()
  useSlashKey(() => input.current?.focus())
  return (
    <Form role="search" action={href('/explore')} className="header-search max-wide:hidden">
      <Search size={19} strokeWidth={1.75} aria-hidden="true" />
      <input
        ref={input}
        type="search"
        name="q"
        defaultValue={parameters.get('q') ?? ''}
        aria-label="Search spots, cities, tags"
        aria-keyshortcuts="/"
        placeholder="Spots, cities, tags"
        autoComplete="off"
        enterKeyHint="search"
      />
      <span className="key" aria-hidden="true">
        /
      </span>
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
