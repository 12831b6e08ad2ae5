import { assetUrl } from '../app-config.ts'
import { normalizePagePath } from './payload.ts'

/** Fetches which pages a build has made ahead; none when it cannot be had. */
export async function fetchPrerendered(buildId: string): Promise<string[]> {
  try {
    const response = await fetch(assetUrl(`builds/meta/${buildId}.json`))
    const meta: { prerendered?: unknown } = response.ok ? await response.json() : {}
    return Array.isArray(meta.prerendered) ? meta.prerendered.filter((path) => typeof path === 'string') : []
  } catch {
    return []
  }
}

/** The prerendered pages that a visible link leads to, one call each; returns what ends the watch. */
export function watchLinks(prerendered: readonly string[], onVisible: (path: string) => void): () => void {
  const waiting = new Set(prerendered)
  const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      const path = isIntersecting && target instanceof HTMLAnchorElement ? findPage(target) : undefined
      if (path !== undefined && waiting.delete(path)) onVisible(path)
    }
  })
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[href]')) {
    const path = findPage(link)
    if (path !== undefined && waiting.has(path)) observer.observe(link)
  }
  return () => observer.disconnect()
}

function findPage({ origin, pathname }: HTMLAnchorElement): string | undefined {
  return origin === window.location.origin ? normalizePagePath(pathname) : undefined
}
