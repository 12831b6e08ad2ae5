import type { Page } from '@playwright/test'

/**
 * Opens a page whose scripts do not arrive until the returned function is called, as on a slow phone. `scripts` limits
 * this to some of them.
 */
export async function openBeforeScripts(
  page: Page,
  path: string,
  scripts = /\/assets\/[^?]*\.js/,
): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(scripts, async (route) => {
    await promise
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'domcontentloaded' })
  return resolve
}
