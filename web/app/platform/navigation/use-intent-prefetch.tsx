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

/** Ignores pointers that only pass over a link. */
const INTENT_DELAY_MS = 100

type Handlers = Pick<
  DOMAttributes<HTMLAnchorElement>,
  'onFocus' | 'onBlur' | 'onMouseEnter' | 'onMouseLeave' | 'onTouchStart'
>

/**
 * Prefetches the page of a link while someone points at it. Returns the link's handlers and the element to render
 * beside it. Unlike the router's `prefetch="intent"`, it never prefetches the current page. Below a base path, the
 * router compares the page's path with the link's full URL, so the click that led to a page would fetch its data again.
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

/** Runs the link owner's handler, then ours. */
function after<Event>(own: ((event: Event) => void) | undefined, ours: () => void): (event: Event) => void {
  return (event) => {
    own?.(event)
    ours()
  }
}
