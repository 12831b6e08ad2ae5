import { type RefObject, useEffect, useRef } from 'react'

/**
 * Scrolls a row of tabs sideways until the selected one is centred; on phones it may be beyond the edge. `chosen`
 * names it. The page itself does not scroll.
 */
export function useTabInView(chosen: string): RefObject<HTMLElement | null> {
  const row = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab has the attribute then
  useEffect(() => {
    const tab = row.current?.querySelector('[aria-current]')
    if (!row.current || !tab) return
    const [outer, inner] = [row.current.getBoundingClientRect(), tab.getBoundingClientRect()]
    row.current.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2)
  }, [chosen])
  return row
}
