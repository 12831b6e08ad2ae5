import type { Page, Request } from '@playwright/test'
import { BASE_PATH } from './site-location.ts'

interface NavigateOptions {
  replace?: boolean
}

/** The router that React Router exposes on the window of a hydrated page. */
interface Hydrated {
  __reactRouterDataRouter?: {
    state: { initialized: boolean }
    navigate: (to: string, options?: NavigateOptions) => Promise<void>
  }
}

/** Opens a page and waits until it reacts to every button, every link of the header and every key. */
export async function openHydrated(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await waitForRouter(page)
  await page.waitForFunction(() => {
    const isHydrated = (element: Element) => Object.keys(element).some((key) => key.startsWith('__reactProps$'))
    return [...document.querySelectorAll('button, .site-header a')].every(isHydrated)
  })
  // Effects, which listen to keys, run within two frames.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
}

/** Waits until the app has started. Parts of the page may not react yet. */
export async function waitForRouter(page: Page): Promise<void> {
  await page.waitForFunction(() => (window as Hydrated).__reactRouterDataRouter?.state.initialized)
}

/** Navigates like a link of the app, even to paths that no link leads to. */
export async function navigateInApp(page: Page, to: string, options?: NavigateOptions): Promise<void> {
  await waitForRouter(page)
  await page.evaluate(([target, how]) => void (window as Hydrated).__reactRouterDataRouter?.navigate(target, how), [
    to,
    options,
  ] as const)
}

/** Records the paths of the site, and URLs elsewhere, of all documents that a page loads from now on. */
export function recordDocuments(page: Page): string[] {
  const paths: string[] = []
  page.on('request', (request: Request) => {
    const { origin, pathname, search } = new URL(request.url())
    if (!request.isNavigationRequest() || request.frame() !== page.mainFrame()) return
    paths.push(
      origin === new URL(page.url()).origin ? pathname.replace(BASE_PATH, '') + search : origin + pathname + search,
    )
  })
  return paths
}
