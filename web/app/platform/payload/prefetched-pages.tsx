import { useEffect, useState } from 'react'
import { PrefetchPageLinks, useLocation } from 'react-router'
import { findBuildId } from '../builds/build-id.ts'
import { payloadUrl } from './payload.ts'
import { fetchPrerendered, watchLinks } from './prefetch.ts'

/**
 * Fetches ahead the pages made ahead whose links are in sight: their files and their payloads.
 */
export function PrefetchedPages() {
  const prerendered = usePrerendered()
  const { pathname } = useLocation()
  const [pages, setPages] = useState<readonly string[]>([])
  const buildId = findBuildId()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page has links of its own
  useEffect(() => {
    if (prerendered.length === 0) return
    return watchLinks(prerendered, (path) => setPages((known) => (known.includes(path) ? known : [...known, path])))
  }, [prerendered, pathname])
  if (buildId === undefined) return null
  return pages
    .filter((page) => page !== pathname)
    .map((page) => (
      <span key={page} hidden>
        <PrefetchPageLinks page={page} />
        <link rel="prefetch" as="fetch" href={payloadUrl(page, buildId)} />
      </span>
    ))
}

function usePrerendered(): readonly string[] {
  const [prerendered, setPrerendered] = useState<readonly string[]>([])
  useEffect(() => {
    const buildId = findBuildId()
    if (buildId !== undefined) void fetchPrerendered(buildId).then(setPrerendered)
  }, [])
  return prerendered
}
