import { type RefObject, useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'

interface Dated {
  created_at: string
}

/** Entries of a page that were loaded on request. */
export interface FreshEntries<T extends HTMLElement> {
  /** The time of the newest entry on the page; the beginning of time if there is none. */
  newest: string
  /** The newest time before the last request; entries after it are marked as new. */
  freshSince: string | undefined
  /** Loads the page again, then moves the focus to the first entry below `root` that is marked as new. */
  show(): void
  root: RefObject<T | null>
}

export function useFreshEntries<T extends HTMLElement>(entries: readonly Dated[]): FreshEntries<T> {
  const { revalidate } = useRevalidator()
  const [freshSince, setFreshSince] = useState<string>()
  const root = useRef<T>(null)
  const isShowing = useRef(false)
  const newest = findNewest(entries)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when a newer entry was loaded
  useEffect(() => {
    if (!isShowing.current) return
    isShowing.current = false
    root.current?.querySelector<HTMLElement>('.is-fresh')?.focus()
  }, [newest])
  const show = () => {
    isShowing.current = true
    setFreshSince(newest)
    void revalidate()
  }
  return { newest, freshSince, show, root }
}

/** Timestamps from the database sort correctly as strings. */
function findNewest(entries: readonly Dated[]): string {
  return (
    entries
      .map(({ created_at }) => created_at)
      .toSorted()
      .at(-1) ?? '1970-01-01'
  )
}
