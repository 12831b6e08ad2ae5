import { type MouseEvent, type ReactNode, useEffect, useState } from 'react'
import { useFetcher } from 'react-router'
import { TextLink } from '#app/ui/navigation/text-link.tsx'

/**
 * A link to the next page of a list, as the list's last item. With JavaScript the next page is loaded in place:
 * `children` returns its items. These items are reloaded after every change, like the rest of the page.
 */
export function MoreEntries<Page>({
  to,
  label,
  firstIdOf,
  children,
}: {
  to: string
  label: string
  /** Returns the id of the element that gets the focus when the page arrives. */
  firstIdOf: (page: Page) => string | undefined
  children: (page: Page) => ReactNode
}) {
  const { load, data, state } = useFetcher<unknown>()
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    if (isOpen) void load(to)
  }, [isOpen, to, load])
  const isLoaded = data !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves once, not after each change
  useEffect(() => {
    const id = isLoaded && firstIdOf(data as Page)
    if (id) document.getElementById(id)?.focus({ preventScroll: true })
  }, [isLoaded])
  if (isLoaded) return children(data as Page)
  const handleClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    setIsOpen(true)
  }
  return (
    <li>
      <TextLink to={to} rel="nofollow" onClick={handleClick} aria-busy={state !== 'idle'}>
        {state === 'idle' ? label : 'Loading'}
      </TextLink>
    </li>
  )
}
