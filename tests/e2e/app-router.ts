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

/** Opens a page and waits for hydration. */
export async function openHydrated(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await waitUntilHydrated(page)
}

async function waitUntilHydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => (window as Hydrated).__reactRouterDataRouter?.state.initialized)
}

/** Navigates like a link of the app, also to paths that no link leads to. */
export async function navigateInApp(page: Page, to: string, options?: NavigateOptions): Promise<void> {
  await waitUntilHydrated(page)
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
