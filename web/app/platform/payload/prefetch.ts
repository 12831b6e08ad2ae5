import { assetUrl } from '../config/app-config.ts'
import { normalizePagePath } from './payload.ts'

/**
 * Fetches the list of prerendered pages of a build. A failure is logged as a warning and returns undefined, and nothing
 * is prefetched.
 */
export async function fetchPrerendered(buildId: string): Promise<string[] | undefined> {
  const url = assetUrl(`builds/meta/${buildId}.json`)
  try {
    const response = await fetch(url)
    if (!response.ok) throw new Error(`status ${response.status}`)
    const { prerendered }: { prerendered?: unknown } = await response.json()
    return Array.isArray(prerendered) ? prerendered.filter((path) => typeof path === 'string') : []
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: the contract asks for a line in the console of the browser
    console.warn(`The rules of the build ${url} could not be loaded.`, error)
    return undefined
  }
}

/** Calls back once for each prerendered page that a visible link leads to. Returns a function that stops the watch. */
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
