import type { Page } from '@playwright/test'

/** Opens a page whose scripts do not arrive until the returned function is called, as on a slow phone. */
export async function openBeforeScripts(page: Page, path: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(/\/assets\/[^?]*\.js/, async (route) => {
    await promise
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'domcontentloaded' })
  return resolve
}
