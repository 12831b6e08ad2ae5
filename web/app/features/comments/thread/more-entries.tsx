import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
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
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (attempt > 0) void load(to)
  }, [attempt, to, load])
  const page = useLastLoaded(data)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves once, not after each change
  useEffect(() => {
    const id = page === undefined ? undefined : firstIdOf(page as Page)
    if (id) document.getElementById(id)?.focus({ preventScroll: true })
  }, [page !== undefined])
  if (page !== undefined) return children(page as Page)
  const handleClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    setAttempt(attempt + 1)
  }
  const hasFailed = data === null && state === 'idle'
  const idleLabel = hasFailed ? 'Try again' : label
  return (
    <li>
      {hasFailed && <span role="alert">More could not be loaded. </span>}
      <TextLink to={to} rel="nofollow" onClick={handleClick} aria-busy={state !== 'idle'}>
        {state === 'idle' ? idleLabel : 'Loading'}
      </TextLink>
    </li>
  )
}

/** Returns the last loaded data of a fetcher, which gets null when it fails: see `keepLayoutMiddleware`. */
export function useLastLoaded<Data>(data: Data | null | undefined): Data | undefined {
  const last = useRef<Data>(undefined)
  if (data) last.current = data
  return last.current
}
