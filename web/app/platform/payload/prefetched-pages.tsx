import { useEffect, useState } from 'react'
import { PrefetchPageLinks, useLocation } from 'react-router'
import { findBuildId } from '../builds/build-id.ts'
import { withBase } from '../config/app-config.ts'
import { payloadUrl } from './payload.ts'
import { fetchPrerendered, watchLinks } from './prefetch.ts'

/** Prefetches the files and payloads of prerendered pages whose links are visible. */
export function PrefetchedPages() {
  const { pathname } = useLocation()
  const prerendered = usePrerendered(pathname)
  const [pages, setPages] = useState<readonly string[]>([])
  const buildId = findBuildId()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page has its own links
  useEffect(() => {
    if (prerendered.length === 0) return
    return watchLinks(prerendered, (path) => setPages((known) => (known.includes(path) ? known : [...known, path])))
  }, [prerendered, pathname])
  if (buildId === undefined) return null
  return pages
    .filter((page) => page !== pathname)
    .map((page) => (
      <span key={page} hidden>
        <PrefetchPageLinks page={withBase(page)} />
        <link rel="prefetch" as="fetch" href={payloadUrl(page, buildId)} />
      </span>
    ))
}

const NONE: readonly string[] = []

/** Returns the prerendered pages, empty until they are known. A failed request is repeated on the next page. */
function usePrerendered(pathname: string): readonly string[] {
  const [prerendered, setPrerendered] = useState<readonly string[]>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page is another try
  useEffect(() => {
    const buildId = findBuildId()
    if (buildId !== undefined && !prerendered) void fetchPrerendered(buildId).then(setPrerendered)
  }, [pathname])
  return prerendered ?? NONE
}
