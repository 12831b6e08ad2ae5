import { type DOMAttributes, type ReactNode, useEffect, useRef, useState } from 'react'
import {
  createPath,
  type LinkProps,
  PrefetchPageLinks,
  type To,
  useHref,
  useLocation,
  useResolvedPath,
} from 'react-router'

/** Who only passes over a link means nothing by it. */
const INTENT_DELAY_MS = 100

type Handlers = Pick<
  DOMAttributes<HTMLAnchorElement>,
  'onFocus' | 'onBlur' | 'onMouseEnter' | 'onMouseLeave' | 'onTouchStart'
>

/**
 * Fetches the page of a link ahead while somebody points at it: the handlers for the link, and what stands beside it. As the router does
 * by `prefetch="intent"`, but never what is shown already: below a base the router compares the page's path with the link's whole
 * address, and the press that led to a page would fetch its data anew.
 */
export function useIntentPrefetch(
  to: To,
  { relative, ...own }: Handlers & Pick<LinkProps, 'relative'>,
): { handlers: Handlers; ahead: ReactNode } {
  const [isMeant, setMeant] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const page = useHref(to, { relative })
  const isShown = createPath(useResolvedPath(to, { relative })) === createPath(useLocation())
  useEffect(() => () => clearTimeout(timer.current), [])
  const begin = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setMeant(true), INTENT_DELAY_MS)
  }
  const end = () => {
    clearTimeout(timer.current)
    setMeant(false)
  }
  const handlers: Handlers = {
    onFocus: after(own.onFocus, begin),
    onMouseEnter: after(own.onMouseEnter, begin),
    onTouchStart: after(own.onTouchStart, begin),
    onBlur: after(own.onBlur, end),
    onMouseLeave: after(own.onMouseLeave, end),
  }
  return { handlers, ahead: isMeant && !isShown && <PrefetchPageLinks page={page} /> }
}

/** What the link's owner wants of an event, and then what we want. */
function after<Event>(own: ((event: Event) => void) | undefined, ours: () => void): (event: Event) => void {
  return (event) => {
    own?.(event)
    ours()
  }
}
